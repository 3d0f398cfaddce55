import { momentIn } from '../understanding/times.ts';
import type { Addressee } from './addressee.ts';
import { afterAddressee } from './clauses.ts';
import { partyNouns } from './party.ts';
import { askedOf, directQuestion } from './questions.ts';
import { ask, type Step, sentence, tell } from './script.ts';
import { secondPersonVerb, toSecondPerson } from './second-person.ts';

/** What a clause of the instructions means. */
export type Meaning =
  | { readonly kind: 'steps'; readonly steps: readonly Step[] }
  | { readonly kind: 'fact'; readonly text: string }
  /** A note that is no sentence. */
  | { readonly kind: 'topic'; readonly text: string }
  /** How to behave, or whom to reach: nothing to say. */
  | { readonly kind: 'manner' };

const manner: Meaning = { kind: 'manner' };
const steps = (...values: readonly Step[]): Meaning => ({ kind: 'steps', steps: values });

const behaviour =
  /^(?:be|speak|keep|stay|use|do not|don't|never|always|avoid|act|remain|respond|introduce yourself|greet|end (?:the|this|by|with)|hang up|finish|close|conclude|say (?:good ?bye|hello|hi|thank)|wish (?:him|her|them|[\p{L}. ]+) (?:a|an) (?:nice|good|great|pleasant|lovely|wonderful)|note|record|write down|log|take (?:a |down |their |his |her |notes?)|wait|listen|repeat|leave (?:a|no) (?:message|voicemail)|transfer|sound|pretend|accept|agree to|insist|only|no need|politely$|make no|answer (?:any|all|their|questions)|respect|refer to yourself|address|follow the|confirm (?:the|their|his|her) (?:choice|decision|answers?|selection)|summari[sz]e|if possible|thank (?:him|her|them|you)(?: (?:for (?:his|her|their|your) (?:time|answers?|help)|and|at the end)|\.?$))\b/iu;
const identity =
  /^(?:[Aa]sk (?:to (?:speak|talk) (?:with|to)|for (?=(?:Mr|Mrs|Ms|Miss|Dr|Herrn?|Frau)\b|\p{Lu}\p{L}+ \p{Lu}))|[Ss]peak (?:with|to)|[Tt]alk (?:with|to)|[Rr]each\b|[Mm]ake sure (?:that )?you (?:are|speak)|(?:[Cc]onfirm|[Vv]erify|[Cc]heck|[Ee]nsure) (?:that )?(?:you are|you're|their identity|his identity|her identity|the identity))/u;

/** Reads one clause. */
export function meaningOf(clause: string, addressee: Addressee): Meaning {
  const text = clause.replace(/\s+/g, ' ').trim();
  if (behaviour.test(text) || identity.test(text)) return manner;
  const quoted = /^(?:say|ask|mention|state|tell (?:him|her|them))[:,]?\s*["“](.+?)["”]\.?$/i.exec(text)?.[1];
  if (quoted) return steps(/\?$/.test(quoted.trim()) ? ask(quoted) : tell(quoted));
  if (/\?["”]?$/.test(text)) {
    const question = text.replace(/^(?:ask|question)[^:"“]{0,40}[:"“]\s*/i, '');
    return steps(
      ask(/["”]$/.test(question) ? question.replace(/^["“]|["”]$/g, '') : askedOf(question, addressee)),
    );
  }
  return (
    order(
      text.replace(/[\s.,;:!]+$/, (end) => (/\b[ap]\.m\.$/i.test(text) ? end : '')),
      addressee,
    ) ?? statement(text, addressee)
  );
}

function order(text: string, addressee: Addressee): Meaning | null {
  const you = (part: string) => toSecondPerson(part, addressee);
  for (const [verb, read] of readers) {
    const found = verb.exec(text);
    if (!found) continue;
    const whole = text.slice(found[0].length).trim();
    const { rest, found: named } = addressed(
      whole.replace(/^with\s+(?=\p{Lu}|him\b|her\b|them\b|the\b)/u, ''),
      addressee,
    );
    const meaning = read(you(rest), {
      verb: found[0].trim().toLowerCase(),
      whole: you(whole),
      named,
      house: addressee.house,
    });
    if (meaning) return meaning;
  }
  return null;
}

const manners = /^(?:politely|gently|kindly|briefly|nicely|quickly|again|also|please|once more)\s+(?=\S)/i;

function addressed(text: string, { name, party }: Addressee): ReturnType<typeof afterAddressee> {
  const relatives = party !== null && party !== name && text.startsWith(party);
  const { rest, found } = relatives
    ? { rest: text.slice(party.length).trim(), found: true }
    : afterAddressee(text, name);
  return { rest: found ? rest.replace(manners, '') : rest, found };
}

interface Context {
  readonly verb: string;
  /** Everything behind the verb, the person included. */
  readonly whole: string;
  readonly named: boolean;
  readonly house: boolean;
}

type Reader = (rest: string, context: Context) => Meaning | null;

const questionWord =
  '(?:whether|if|(?:(?:on|at|in|by|for|to|from|with|until) )?(?:what|which|when|where|who|whom|whose|why|how))';
const oneQuestion = new RegExp(`^${questionWord}\\b`, 'i');
const nextQuestion = new RegExp(`(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?=${questionWord}(?:\\s|[.?]*$))`, 'i');

function stepsOf(meaning: Meaning | null): readonly Step[] {
  return meaning?.kind === 'steps' ? meaning.steps : [];
}

const asking: Reader = (all, context) => {
  const rest = all.replace(/^[:\s]+/, '');
  if (
    rest === '' ||
    /^(?:the following|these|a few|some|two|three|four|five|\d+)\b[^?]{0,30}\bquestions?\b[^?]*$/i.test(rest)
  )
    return manner;
  if (oneQuestion.test(rest))
    return steps(...rest.split(nextQuestion).map((part) => ask(directQuestion(part))));
  const [first = '', ...others] = rest.split(nextQuestion);
  if (others.length > 0)
    return steps(...stepsOf(asking(first, context)), ...others.map((part) => ask(directQuestion(part))));
  const wanted = /^for\s+(.+)$/i.exec(rest)?.[1];
  if (wanted)
    return steps(...wanted.split(/,?\s+and for\s+/i).map((thing) => ask(`May I have ${whole(thing)}`)));
  const deed = /^(?:you )?to\s+(.+)$/i.exec(rest)?.[1];
  if (deed) return steps(ask(`Could you please ${deed}`, 'yesNo'));
  const topic = /^about\s+(.+)$/i.exec(rest)?.[1];
  if (topic) return steps(ask(`What can you tell me about ${topic}`));
  return steps(ask(`Could you tell me ${rest}`));
};

/** "two other times that would" leaves out what. */
function whole(thing: string): string {
  return thing.replace(/\b(that|which) would$/i, '$1 would suit you');
}

const confirming: Reader = (rest, context) => {
  const { whole, verb } = context;
  const thing = (rest || whole).replace(/^with you\s+/i, '');
  if (oneQuestion.test(thing)) return asking(thing, context);
  const clause = /^that\s+(.+)$/i.exec(thing)?.[1];
  if (clause) return steps(ask(directQuestion(`whether ${clause}`), 'yesNo'));
  if (verb !== 'confirm' && !/^(?:the|your|our)\b/i.test(thing)) return null;
  const named = thing
    .replace(/\s+with you$/, '')
    .replace(/^(?!(?:an?|all|this|these)\b)(?=\p{Ll})(?!the |your |our )/u, 'the ');
  return steps(ask(`Can you confirm ${named}`, 'yesNo'));
};

const telling: Reader = (rest, { verb, whole, named }) => {
  if (rest === '' && (named || whole === '')) return manner;
  const said = (rest || whole).replace(/^know(?:\s+|$)/i, '');
  const clause = /^that\s+(.+)$/i.exec(said)?.[1];
  if (clause) return steps(tell(clause, clause));
  const deed = /^to\s+(.+)$/i.exec(said)?.[1];
  if (deed)
    return steps(tell(verb === 'remind' ? `I am calling to remind you to ${deed}` : `Please ${deed}`));
  const topic = /^(?:of|about|regarding)\s+(.+)$/i.exec(said)?.[1];
  if (topic) return steps(tell(`I am calling ${verb === 'remind' ? 'to remind you of' : 'about'} ${topic}`));
  if (said === '') return manner;
  if (isClause(said)) return steps(tell(said, said));
  // "Tell them the new date": the date itself stands elsewhere, or nowhere.
  return /\d|\p{Lu}/u.test(said) ? steps(tell(`Please note ${said}`)) : { kind: 'topic', text: said };
};

/** A sentence of its own, and not just the name of a thing. */
function isClause(text: string): boolean {
  return finite.test(`${text} `) || /^(?:you|we|they|there|it|your \p{L}+|hello|thank)\b/iu.test(text);
}

/** What the house does, and not the agent on the phone. */
const doing: Reader = (_, { verb, whole: thing }) => {
  const news = /^(?:the|this|our|an?)?\s*(?:message|news|information|results?)\b(?: that)?\s*(.*)$/i.exec(
    thing,
  )?.[1];
  if (news) return steps(tell(news.replace(/^[:,]\s*/, ''), news.replace(/^[:,]\s*/, '')));
  return steps(tell(`We would like to ${verb} ${thing}`));
};

/** Orders that say themselves why we call: "cancel your visit" → "I am calling to cancel your visit." */
const purpose: Reader = (_, { verb, whole }) => steps(tell(`I am calling to ${verb} ${whole}`));
/** A time that has to be found together is asked for; one that is given is asked about. */
const arranging: Reader = (_, { verb, whole: thing, house }) => {
  const target = /\bto\s+(.+)$/i.exec(thing)?.[1];
  const makes =
    /^(?:reserve|book|schedule|arrange|set up|order)/.test(verb) && (house || !/\bfrom\b/.test(thing));
  // A house is asked for what it has, and not for what suits it.
  const fixed = (house && makes) || momentIn(target ?? (makes ? thing : '')).time !== null;
  const that = /\bor\b/.test(target ?? '') ? 'one of those' : 'that';
  const question = fixed
    ? ask(makes ? 'Would that be possible' : `Would ${that} suit you`, 'yesNo')
    : ask('Which day and time would suit you', 'moment');
  return steps(tell(`I am calling to ${verb} ${thing}`), { ...question, implied: true });
};

const offering: Reader = (rest, { whole }) => {
  const thing = rest || whole;
  const deed = /^to\s+(.+)$/i.exec(thing)?.[1];
  if (deed) return steps(ask(`Would you like us to ${deed}`, 'yesNo'));
  const which = /\bor\b/.test(thing) ? 'one of those' : 'that';
  return steps(ask(`We could offer you ${thing.replace(/^you\s+/i, '')}. Would ${which} suit you`, 'yesNo'));
};

const thanking: Reader = (rest) => (/^for\s/i.test(rest) ? steps(tell(`Thank you ${rest}`)) : manner);
const apologising: Reader = (rest, { whole }) =>
  steps(tell(/^for\s/i.test(rest || whole) ? `We apologise ${rest || whole}` : 'We apologise'));
const inviting: Reader = (rest) =>
  steps(tell(`We would like to invite you ${rest}`), {
    ...ask('Would you like to come', 'yesNo'),
    implied: true,
  });

const calling: Reader = (rest, { named, whole: all }) => {
  const about = /^who\s+(.+)$/i.exec(rest)?.[1];
  // What is said about them says why we call: "Call Jo, who had a cleaning on Monday."
  if (about) return { kind: 'fact', text: sentence(`you ${about.replace(/^\S+/, secondPersonVerb)}`) };
  const topic = /\b(?:about|regarding|concerning)\s+(.+)$/i.exec(named ? rest : all)?.[1];
  if (topic) return steps(tell(`I am calling about ${topic}`));
  const news = /:\s+(.+)$/.exec(named ? rest : all)?.[1];
  if (news && isClause(news)) return steps(tell(news, news));
  const deed = /\b(?:to|because)\s+(?=[a-zà-ÿ]).+$/u.exec(named ? rest : all)?.[0];
  if (deed) return steps(tell(`I am calling ${deed}`));
  return manner;
};

const collecting: Reader = (rest, context) => {
  if (/^to\s/i.test(rest)) return asking(rest, context);
  const thing = rest || context.whole;
  // "Collect feedback" is what the questions are for.
  return /^(?:your |some )?(?:feedback|information|data|opinions?|answers?|details)$/i.test(thing)
    ? { kind: 'topic', text: thing }
    : steps(ask(`May I have ${thing}`));
};

const readers: readonly (readonly [RegExp, Reader])[] = [
  [
    /^(?:an? )?(?:[\p{L}-]+ ){0,3}call (?:to|with|for)(?= (?!\p{Ll}+ (?:the|an?|your|our|his|her|their)\b))/u,
    calling,
  ],
  [/^(?:call|phone|ring|contact|you are calling|you're calling)\b/i, calling],
  [/^(?:ask|inquire|enquire|find out|see|determine|clarify|question|survey|get to know|learn)\b/i, asking],
  [/^(?:confirm|verify|check(?! in\b| up\b))\b/i, confirming],
  [/^(?:request|collect|obtain|get)\b/i, collecting],
  [
    /^(?:tell|inform|let|notify|advise|remind|say(?! (?:that )?(?:we are |we['’]re )?sorry\b)|mention|explain(?: to)?|announce|point out|state|warn|update|assure|make sure|pass on|convey|share|relay)\b/i,
    telling,
  ],
  [/^(?:deliver|pick up|install|repair|ship|return|replace|inspect|service)\b/i, doing],
  [/^(?:offer|suggest|propose)\b/i, offering],
  [/^thank\b/i, thanking],
  [/^(?:apologi[sz]e|say (?:that )?(?:we are |we['’]re )?sorry)\b(?: to)?/i, apologising],
  [/^invite\b/i, inviting],
  [/^(?:schedule|reserve|book|arrange|set up|reschedule|rebook|move|postpone|change|find)\b/i, arranging],
  [
    /^(?:cancel|follow up|discuss|congratulate|encourage|convince|persuade|introduce|present|welcome(?: back)?|wish|renew|activate|resolve|report|promote|sell|negotiate|order|place|review|go over|help|respond|check (?:in|up)|give|provide|extend|complete|finali[sz]e|prepare|recommend|clear up|sort out|settle)\b/i,
    purpose,
  ],
];

/** No order: something to know. What the person called has to do is told all the same. */
function statement(text: string, addressee: Addressee): Meaning {
  if (aboutAgent.test(text)) return manner;
  if (/^(?:hi|hello|hey|thanks|thank you|good (?:morning|day))\b.{0,12}$/i.test(text)) return manner;
  if (/^that(?:['’]s| is| would be) (?:fine|okay|ok|all right|good|no problem)\b/i.test(text)) return manner;
  // "Win back a customer" is an order of which nothing can be said aloud.
  if (unknownOrder.test(text)) return { kind: 'topic', text };
  const label = /^(\p{L}[\p{L} ]{1,30}?)\s*[:=](?:\s+(.*))?$/u.exec(text);
  if (label && !/\b(?:we|you|i|they|he|she|it|there|have|has|are|is)\b/i.test(label[1] ?? ''))
    return labelled(label[1] ?? '', label[2] ?? '', addressee);
  if (oneQuestion.test(text)) {
    return steps(
      ...toSecondPerson(text, addressee)
        .split(nextQuestion)
        .map((part) => ask(directQuestion(part))),
    );
  }
  const said = sentence(
    toSecondPerson(text, addressee).replace(
      /^(?=(?:needs|requires|costs|takes|includes|weighs|must|has to)\b)/i,
      'it ',
    ),
  );
  if (!finite.test(text) && !/^(?:You|It) \p{Ll}/u.test(said)) return { kind: 'topic', text };
  const approval =
    /^We(?:['’]d| would| need| want)(?: like)?(?: to (?:have|get))? (your (?:okay|ok|consent|approval|permission|go-ahead|agreement)\b.*?)[.!]?$/i.exec(
      said,
    )?.[1];
  if (approval) return steps(ask(`May we have ${approval}`));
  const duty = /^you (?:should|must|need to|have to|may|can|will need to|are asked to|ought to)\b/i;
  return duty.test(said) ? steps(tell(said)) : { kind: 'fact', text: said };
}

/** Whoever writes instructions says "you" to the agent; "You can pick it up" is meant for the person called. */
const aboutAgent =
  /^(?:(?:hello|hi|hey)[,!]? )?(?:you(?: are|['’]re) (?!(?:invited|welcome|entitled|eligible|due|booked|scheduled|registered|next|on the|asked|required|allowed|free)\b)|(?:your|the) (?:name|tone|style|role|voice|personality|persona|character|manner|mood|attitude|behaviou?r|goal|job|task|mission|purpose|instructions|answers|replies|sentences)\b|this is\b|(?:the|our) (?:ai )?(?:agent|assistant|bot|caller)\b|(?:as )?(?:an ai|the ai)\b|you (?:(?:will|should|must|may|can|always|never|often|only|also|do not|don['’]t|politely) )*(?:speak|sound|call|greet|keep|ask|tell|say|answer|respond|reply|introduce|repeat|write|stay|remain|work|act|behave|guess|promise|agree to nothing|know (?:everything|nothing|all)|represent|handle|listen|talk|help|use|avoid|follow|pretend|end|hang)\b)/i;

const unknownOrder =
  /^(?!(?:On|At|In|By|For|After|Before|With|From|Since|During|Under|Over|Because|All|Both|Only|Even|Until|About|Within|Without|Today|Tomorrow|When|While|As|Of|Per|Than|Bring|Take|Use)\b)\p{Lu}\p{Ll}+ (?:back |up |out |down |off |over )?(?:an?|his|her|their|him|them) \p{Ll}/u;

const finite =
  /\b(?:is|are|was|were|am|be|has|have|had|will|would|can|could|should|must|may|might|do|does|did|needs?|takes?|costs?|closes?|opens?|starts?|ends?|begins?|comes?|goes?|wants?|gives?|gets?|makes?|lives?|works?|came|went|took|made|got|paid|sent|found|left|broke|fell|began|became|gave|bought|brought|kept|lost|ran|sold|\p{L}{3,}ed|\p{L}+n't|\p{L}+['’](?:s|re|ve|ll|d)) /iu;

const partyLabel = new RegExp(
  `^(?:the )?(?:(?:${partyNouns})(?:'s)?(?: (?:full )?name)?|(?:full )?name|contact person|phone|telephone|mobile|number)$`,
  'i',
);

function labelled(name: string, value: string, addressee: Addressee): Meaning {
  if (value === '') return manner;
  // Who they are is no news to them; what stands behind the name may be.
  if (partyLabel.test(name) && !addressee.house) {
    const rest = afterAddressee(value, addressee.name).rest.replace(/^[\s,;.]+/, '');
    return /\p{L}/u.test(rest) ? { kind: 'topic', text: rest } : manner;
  }
  const of = value.replace(new RegExp(`^(?:the )?(?:${partyNouns})\\s+`, 'i'), '');
  if (addressee.name !== null && of.startsWith(addressee.name))
    return { kind: 'topic', text: `${name}${of.slice(addressee.name.length)}` };
  return { kind: 'fact', text: sentence(`the ${name.toLowerCase().replace(/^the /, '')} is ${value}`) };
}
