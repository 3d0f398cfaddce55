import type { Addressee } from './addressee.ts';
import { afterAddressee } from './after-addressee.ts';
import { hasUngrammaticalStep, relayedMessage, relayedQuestion } from './certainty.ts';
import { type Meaning, nothingToSay, steps } from './meaning.ts';
import { askedOf } from './questions.ts';
import { type Reader, readers } from './readers.ts';
import { ask, type Step, tell } from './script.ts';
import { inSecondPerson, secondPersonVerb, toSecondPerson } from './second-person.ts';
import { labelled, statement } from './statements.ts';

const behaviour =
  /^(?:be|speak|keep|stay|use|do not|don't|never|always|avoid|act|remain|respond|introduce yourself|greet|end (?:the|this|by|with)|hang up|finish|close|conclude|say (?:good ?bye|hello|hi|thank)|wish (?:him|her|them|[\p{L}. ]+) (?:a|an) (?:nice|good|great|pleasant|lovely|wonderful)|note|record|write down|log|take (?:a |down |their |his |her |notes?)|wait|listen|repeat|leave (?:a|no) (?:message|voicemail)|transfer|sound|pretend|accept|agree to|insist|only|no need|politely$|make no|answer (?:any|all|their|questions)|respect|refer to yourself|address|follow the|confirm (?:the|their|his|her) (?:choice|decision|answers?|selection)|summari[sz]e|if possible|thank (?:him|her|them|you)(?: (?:for (?:his|her|their|your) (?:time|answers?|help)|and|at the end)|\.?$))\b/iu;
const identity =
  /^(?:[Aa]sk (?:to (?:speak|talk) (?:with|to)|for (?=(?:Mr|Mrs|Ms|Miss|Dr|Herrn?|Frau)\b|\p{Lu}\p{L}+ \p{Lu}))|[Ss]peak (?:with|to)|[Tt]alk (?:with|to)|[Rr]each\b|[Mm]ake sure (?:that )?you (?:are|speak)|(?:[Cc]onfirm|[Vv]erify|[Cc]heck|[Ee]nsure) (?:that )?(?:you are|you're|their identity|his identity|her identity|the identity))/u;

/** The meaning of one clause of the instructions. */
export function meaningOf(clause: string, addressee: Addressee): Meaning {
  const text = clause.replace(/\s+/g, ' ').trim();
  if (behaviour.test(text) || identity.test(text)) return nothingToSay;
  const quoted = spokenQuote.exec(text)?.[1];
  if (quoted) return steps(/\?$/.test(quoted.trim()) ? ask(quoted) : tell(quoted));
  if (/\?["”]?$/.test(text) && !ordersQuestion.test(text)) return steps(...questionsIn(text, addressee));
  const label = nounLabel.exec(text);
  if (label) return labelled(label[1] ?? '', (label[2] ?? '').replace(/[\s.;]+$/, ''), addressee);
  const bare = text.replace(/[\s.,;:!?]+$/, (end) => (/\b[ap]\.m\.$/i.test(text) ? end : ''));
  return order(bare, addressee) ?? statement(text, addressee);
}

/** A noun before a colon makes a note, not an order: "Order: 3 chairs". */
const nounLabel =
  /^((?:order|request|offer|booking|book|survey|change|report|service|repair|delivery|return|update|review|call|problem|issue|reason|request|question|notice|reserve|check|plan|note|result)(?: \p{Ll}+)?)\s*:\s+(?!(?:ask|tell|say|find out|call|remind|confirm|whether|if)\b)([^"“?]+)$/iu;

/** A quotation to be said literally: 'Tell him this: "…"', but not 'Ask if she has read "…"'. */
const spokenQuote =
  /^(?:say|ask|mention|state|tell|inform|let|read|announce|repeat)\b(?:(?!\b(?:whether|if|that|about|for|what|which|when|how|who|why)\b)[^"“:]){0,50}[:,]?\s*["“]([^"“”]+)["”]\.?$/i;
/** An order that ends in a question mark by mistake: "Ask if he can come?" */
const ordersQuestion = /^(?:ask|find out|check|confirm|verify|see|inquire|enquire)\b[^:"“]*\?$/i;

/** Splits direct questions: "Ask Jo about the windows: do they close, and is he happy?" */
function questionsIn(text: string, addressee: Addressee): Step[] {
  const [lead = '', before = ''] =
    /^((?:ask|question|find out|inquire|survey)[^:"“]{0,120}?)(?::\s*|\s*(?=["“]))/i.exec(text) ?? [];
  const question = text.slice(lead.length);
  const topic = /\babout\s+(.+)$/i.exec(before)?.[1];
  const quoted = /^["“](.*)["”]$/.exec(question)?.[1];
  const about = topic ? [tell(`I am calling about ${toSecondPerson(topic, addressee)}`)] : [];
  if (quoted !== undefined) return [...about, ask(quoted)];
  const asked = direct.test(question) ? question.split(nextDirect) : [question];
  return [
    ...about,
    ...asked.map((one, index) => {
      const earlier = [before, ...asked.slice(0, index)].join(', ');
      return ask(askedOf(one, { ...addressee, before: `${addressee.before}${earlier} ` }));
    }),
  ];
}

const asks =
  '(?:do|does|did|is|are|was|were|can|could|will|would|has|have|should|what|when|where|which|who|how|why)';
const direct = new RegExp(`^${asks}\\s`, 'i');
const nextDirect = new RegExp(`(?:,?\\s+and|,)\\s+(?=${asks}\\s+\\p{L}+\\s)`, 'iu');

function order(text: string, addressee: Addressee): Meaning | null {
  for (const [verb, read] of readers) {
    const found = verb.exec(text);
    if (!found) continue;
    const meaning = readWith(read, text, found[0], addressee);
    if (meaning) return meaning;
  }
  return null;
}

/** Reads an order; if the result sounds wrong, the words of the order are read out instead. */
function readWith(read: Reader, text: string, verb: string, addressee: Addressee): Meaning | null {
  const whole = text.slice(verb.length).trim();
  const { rest, found, aside } = afterAddressee(whole, addressee);
  const addressed = whole.slice(0, whole.length - rest.length);
  const named =
    namedInside.exec(addressed)?.[1] ?? (addressee.institution ? ownerOf.exec(addressed)?.[1] : undefined);
  const told = (found ? rest.replace(mannerAdverb, '') : rest).replace(
    /^(that )?(he|she|his|her)\b/i,
    (all, that: string | undefined, word: string) =>
      named ? `${that ?? ''}${named}${/^(?:his|her)$/i.test(word) ? "'s" : ''}` : all,
  );
  const before = (part: string) => `${addressee.before}${text.slice(0, text.length - part.length)}`;
  const own = inSecondPerson(told, { ...addressee, before: before(told) });
  const all = inSecondPerson(whole, { ...addressee, before: before(whole) });
  const meaning = read(own.text, {
    verb: verb.trim().toLowerCase(),
    whole: all.text,
    named: found,
    addressee,
  });
  if (meaning?.kind !== 'steps') return meaning;
  const doubtful = !own.sure || hasUngrammaticalStep(meaning.steps);
  const certain = doubtful
    ? relayed(meaning.steps, told === '' ? whole : withSubject(told, whole))
    : meaning.steps;
  const known = aside === null ? [] : [tellAside(aside, addressee)];
  return steps(...known, ...certain);
}

/** A message keeps its subject, even if that was taken for the person addressed: "Tell Ann Lee is here". */
function withSubject(told: string, whole: string): string {
  return /^(?:is|are|was|were|will|can|could|would|should|must|has|had|does|did)\b/.test(told)
    ? whole.replace(/^(?:him|her|them),?\s+/i, '')
    : told;
}

/** "All patients of Dr. Kim that she will be away": the name goes with the people addressed. */
const namedInside = /\bof ((?:Mr|Mrs|Ms|Dr|Prof)\.? \p{Lu}[\p{L}-]+)/u;

/** "Mr. Poole's secretary that his visit is confirmed" */
const ownerOf = /^((?:Mr|Mrs|Ms|Dr|Prof)\.? \p{Lu}[\p{L}-]+)['’]s? /u;

const mannerAdverb =
  /^(?:politely|gently|kindly|briefly|nicely|quickly|again|also|please|once more)\s+(?=\S)/i;

function relayed(read: readonly Step[], own: string): Step[] {
  const words = own.replace(/^(?:that|know that|know)\s+/i, '');
  return [read.some((step) => step.kind === 'ask') ? relayedQuestion(words) : relayedMessage(words)];
}

function tellAside(aside: string, addressee: Addressee): Step {
  const said = `you ${toSecondPerson(aside, addressee).replace(/^\S+/, secondPersonVerb)}`;
  return tell(said, said);
}
