import { partyNouns } from './lexicon.ts';

const nouns = partyNouns
  .split('|')
  .filter((noun) => !/^(?:contact|lead|user|reader|listener)$/.test(noun))
  .join('|');
const bareNoun = new RegExp(
  `\\b(with|to|ask|tell|remind|call|inform|from|thank|phone|notify|ring)\\s+(?=(?:${nouns})\\b(?!'))`,
  'gi',
);
const ring = /\bgive\s+((?:[\p{L}'’.-]+\s+){1,4}?)an?\s+(?:quick\s+)?(?:ring|call|bell|buzz)\b/giu;

const does =
  'answer|arrive|ask|avoid|be (?:here|there|ready)|bring|call|cancel|check|come|complete|confirm|contact|download|drink|drop|eat|email|e-mail|fast|fax|fill|follow|give|keep|leave|let|look|make|meet|move|park|pay|phone|pick|plan|provide|rate|reach|read|register|reply|reschedule|respond|return|review|ring|rinse|schedule|see|send|set up|show|sign|speak|start|stay|stop|submit|take|talk|text|try|update|upload|use|visit|wait|write';
/** "Have her call us" asks her to call; "have her teeth cleaned" does not. */
const haveDo = new RegExp(
  `(^|[.;!?,:]\\s+|\\n|\\b(?:and|then|please|also|to|should)\\s+)have\\s+((?:him|her|them|the (?:${nouns})|(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr)\\.?\\s+)?\\p{Lu}[\\p{L}'’-]+(?:\\s+\\p{Lu}[\\p{L}'’-]+)?))\\s+(?=(?:${does})(?!['’-])\\b)`,
  'gimu',
);

/** Normalises the wording: adds missing articles and replaces phrases such as "get in touch with" by "call". */
export function normalizedWording(text: string): string {
  return text
    .replace(ring, (_, whom: string) => `call ${whom.trim()}`)
    .replace(
      /\b(?:get (?:back )?in touch with|get (?:a )?hold of|reach out to|make contact with|touch base with|get on the phone with|dial|speak to|talk to(?= \p{Lu}))(?= \p{Lu}| (?:him|her|them|the|our|my)\b)/giu,
      (all) => (/^(?:speak|talk)/i.test(all) ? all : /^\p{Lu}/u.test(all) ? 'Call' : 'call'),
    )
    .replace(/,\s*(?:please|kindly|if (?:possible|you can)),?(?=\s)/gi, '')
    .replace(bareNoun, '$1 the ')
    .replace(/\bbreak (?:it|the (?:\p{Ll}+ )?news) (?:gently )?to (?=him|her|them|the|\p{Lu})/gu, 'tell ')
    .replace(/\b(remind|tell|ask|call|inform|notify|let|phone) both (?=\p{Lu})/giu, '$1 ')
    .replace(haveDo, (all, lead: string, whom: string) =>
      /^(?:have )?\p{Ll}/u.test(whom) && !/^(?:him|her|them|the )/.test(whom)
        ? all
        : `${lead}${/^(?:$|[.!?\n])/.test(lead) ? 'Ask' : 'ask'} ${whom} to `,
    )
    .replace(/\bon (?=(?:yesterday|today|tomorrow|tonight|(?:next|last|this) \p{L}+day)\b)/giu, '');
}

const salutation = /^(?:hi|hello|hey|dear)\s+\p{Lu}[\p{L}-]*\s*[,!:–-]\s*(?=\S)/iu;
const fillers =
  /^(?:(?:hey|hi|hello|okay|ok|so|well|basically|look|listen|fyi|btw|by the way|just so you know)\b[,:!]?\s+)+(?=\S)/i;
/** "If somebody answers, …": always true when the agent speaks, so it is removed. */
const onceAnswered =
  /^(?:if|when|once|as soon as) (?:anyone|anybody|someone|somebody|they|he|she|you reach (?:him|her|them|\p{L}+)|a (?:person|human)) ?(?:picks? up|answers?(?: the (?:phone|call))?)?,\s*(?:please\s+)?(?=\p{L})/iu;
const polite =
  /^(?:please\s+)?(?:(?:could|can|would|will) you|would you mind|i(?:'d| would) like you to)\s+(?:please\s+|kindly\s+)?(.+?)\s*\??$/i;
const ofSomebody = new RegExp(
  `\\b(?:him|her|them|his|their|the (?:${nouns}))\\b|\\b(?:call|phone|ring|remind|tell|inform)\\s+(?:\\p{Lu}|(?:Mr|Mrs|Ms|Dr)\\b)`,
  'u',
);

/** Turns a polite request into an order: "Could you call Jo and tell her …?", but not "Could you tell me your name?" */
export function asOrder(sentence: string): string {
  const text = sentence.replace(salutation, '').replace(fillers, '').replace(onceAnswered, '');
  const order = polite.exec(text)?.[1];
  const certain = /^(?:find out|check|ask|see) (?:if|whether|what|which|when|where|who|why|how)\b/i;
  return order &&
    (ofSomebody.test(order) || certain.test(order)) &&
    !/\b(?:me|you|your|(?:tell|give|send|show) us)\b/i.test(order)
    ? order
    : text;
}
