import type { Addressee } from './addressee.ts';
import { sentence } from './script.ts';
import { secondPersonVerb, toSecondPerson } from './second-person.ts';

const modal = 'can|could|will|would|should|may|might|must';
const be = 'are|were|is|was';
const adverb = 'still|also|already|really|usually|often|always|currently|just|actually';
const participle = '(?:been|had|received|made|seen|gone|got|paid|heard|found|taken|done|read|\\w+ed)';
const plainVerbs =
  'suit|work|fit|need|want|help|matter|apply|sound|look|remain|stand|hurt|feel|go|make|take|mean|agree|prefer|plan|like|have|know|remember|accept|wish|intend|expect|live|own|use|think|believe|understand|come|require|start|end|open|close';

/** Makes an indirect question direct: "whether the time still suits you" becomes "Does the time still suit you?" */
export function directQuestion(indirect: string): string {
  const clause = withObject(indirect)
    .trim()
    .replace(/[.?!\s]+$/, '')
    .replace(/\bor not\b/, '')
    .trim();
  const whether = /^(?:whether|if)\s+(?:or not\s+)?(.*)$/i.exec(clause)?.[1];
  if (whether !== undefined)
    return sentence(yesNoQuestion(whether) ?? `Could you tell me whether ${whether}`, '?');
  if (
    /^(?:(?:on|at|in|by|for|to|from|with|until|since) )?(?:what|which|when|where|who|whom|whose|why|how)\b/i.test(
      clause,
    )
  ) {
    return sentence(openQuestion(clause) ?? `Could you tell me ${clause}`, '?');
  }
  return sentence(`Could you tell me ${clause}`, '?');
}

/** Rewrites a direct question for the person called: "Would he come again?" becomes "Would you come again?" */
export function askedOf(question: string, addressee: Addressee): string {
  const agreed: Readonly<Record<string, string>> = { does: 'do', is: 'are', has: 'have', was: 'were' };
  return toSecondPerson(question, addressee).replace(
    /\b(does|is|has|was)(?=(?:n['’]t| not)? you\b)/gi,
    (verb) => matching(verb, agreed[verb.toLowerCase()] ?? verb),
  );
}

function matching(verb: string, other: string): string {
  return /^\p{Lu}/u.test(verb) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
}

/** Adds the missing "you": "whether the time suits". */
function withObject(clause: string): string {
  return clause
    .replace(/\b(suits?|works|fits)([.?\s]*)$/i, (_, verb: string, end: string) =>
      /^suit/i.test(verb) ? `${verb} you${end}` : `${verb} for you${end}`,
    )
    .replace(/^(?=(?:what|which)\b)(?!.*\b(?:you|we|they|he|she|it|I)\b)(.+\bwould)$/i, '$1 suit you');
}

/** A noun phrase as subject, such as "the hall" or "your son Thabo", without a pronoun or a clause in it. */
const plainSubject =
  '(?:(?!\\b(?:that|which|who|where|you|we|I|they|he|she|it|whom|because)\\b)[^,:;]){2,70}?';
const auxiliary = `${modal}|${be}|has|have`;

function yesNoQuestion(clause: string): string | null {
  // A second "whether" would keep its word order, so the question stays indirect.
  if (/\b(?:whether|if)\b/.test(clause)) return null;
  const you = new RegExp(`^you\\s+(${modal}|are|were)(\\s+not|n['’]t)?\\s+(.*)$`).exec(clause);
  if (you) return `${you[1]} you${you[2] ? ' not' : ''} ${you[3]}`;
  const have = new RegExp(`^you\\s+(have|had)\\s+((?:${adverb}\\s+)?${participle}\\b.*)$`, 'i').exec(clause);
  if (have) return `${have[1]} you ${have[2]}`;
  const does = new RegExp(`^you\\s+((?:(?:${adverb})\\s+)?)(${plainVerbs})\\b(.*)$`, 'i').exec(clause);
  if (does) return `do you ${does[1]}${does[2]}${does[3]}`;
  if (/^you\b/i.test(clause)) return null;
  const pronoun = new RegExp(
    `^(it|there|this|that|we|I|they|he|she|someone|somebody|anyone|anybody|everything|everyone)\\s+(${auxiliary})\\s+(.*)$`,
  ).exec(clause);
  const perfect = new RegExp(`^(?:not\\s+)?(?:${adverb}\\s+)?${participle}\\b`, 'i').test(pronoun?.[3] ?? '');
  if (pronoun && (!/^ha/.test(pronoun[2] ?? '') || perfect))
    return `${pronoun[2]} ${pronoun[1]} ${pronoun[3]}`;
  // A subject with a clause in it ("the documents we sent you are complete") is not matched: its end is not certain.
  const noun = new RegExp(`^(${plainSubject})\\s+(${auxiliary})\\s+(.*)$`, 'u').exec(clause);
  const verb = new RegExp(
    `^(${plainSubject})\\s+((?:(?:${adverb})\\s+)?)((?:${plainVerbs})(?:s|es))\\b(.*)$`,
    'u',
  ).exec(clause);
  if (verb && (!noun || verb.index + (verb[1]?.length ?? 0) < (noun[1]?.length ?? 0))) {
    return `does ${verb[1]} ${verb[2]}${secondPersonVerb(verb[3] ?? '')}${verb[4]}`;
  }
  // "anybody has allergies" becomes a question with "does", "anybody has called" one with "has".
  if (
    noun &&
    /^ha(?:s|ve)$/i.test(noun[2] ?? '') &&
    !new RegExp(`^(?:${adverb}\\s+)?${participle}\\b`, 'i').test(noun[3] ?? '')
  )
    return `${/^has$/i.test(noun[2] ?? '') ? 'does' : 'do'} ${noun[1]} have ${noun[3]}`;
  return noun && !hasParticiple.test(noun[1] ?? '') ? `${noun[2]} ${noun[1]} ${noun[3]}` : null;
}

/** A participle inside the subject: "the windows installed on Monday are …". */
const hasParticiple = /\s\p{Ll}+ed\s/u;

function openQuestion(clause: string): string | null {
  const preposition = '(?:(?:on|at|in|by|for|to|from|with|until) )?';
  const head = `(${preposition}(?:how|what|which|when|where|why|who)(?:\\s+(?!(?:you|I|we|it|there|the|your|our|my|an?|this|that|of|someone|somebody|anyone|anybody|they|he|she|his|her|their)\\b)[\\p{L}-]+){0,4}?)`;
  const someone =
    '(you|I|we|it|there|this|that|someone|somebody|anyone|anybody|they|he|she|(?:the|your|our|my|an?|this|that) (?:[\\p{Ll}\\d-]+ ){0,2}?[\\p{L}-]+)';
  const modalForm = new RegExp(`^${head}\\s+${someone}\\s+(${modal}|${be})\\b(.+)$`, 'u').exec(clause);
  if (modalForm && plainly(modalForm[2] ?? ''))
    return `${modalForm[1]} ${modalForm[3]} ${modalForm[2]}${modalForm[4]}`;
  const haveForm = new RegExp(`^${head}\\s+you\\s+(have|had)\\s+(${participle}\\b.*)$`, 'iu').exec(clause);
  if (haveForm) return `${haveForm[1]} ${haveForm[2]} you ${haveForm[3]}`;
  const verbForm = new RegExp(
    `^${head}\\s+you\\s+((?:(?:${adverb})\\s+)?(?:${plainVerbs}))\\b(.*)$`,
    'iu',
  ).exec(clause);
  if (verbForm) return `${verbForm[1]} do you ${verbForm[2]}${verbForm[3]}`;
  const atEnd =
    /^(what|where|when|who|how(?: (?:much|long|big|old|far|late|high|heavy|many))?)\s+((?:the|your|our|a|an)\s.+?)\s+(is|are|was|were)$/iu.exec(
      clause,
    );
  if (atEnd && plainly(atEnd[2] ?? '')) return `${atEnd[1]} ${atEnd[3]} ${atEnd[2]}`;
  // The question word is the subject, so the word order stays: "who will come", "how many people will come".
  const asked = new RegExp(
    `^(?:what|which|who|how (?:many|much))(?:\\s+(?!(?:you|the|your|our|my|an?|this|that|it|we|they|he|she|of|their|his|her|someone|somebody|is|are|was|were)\\b)[\\p{L}-]+){0,3}?\\s+(?:${modal}|${be}|(?:${plainVerbs})s)\\b(?! (?:you|we|they|he|she) )`,
    'u',
  );
  return asked.test(clause) && !endsWithVerb.test(clause) ? clause : null;
}

/** A verb at the end means that the question word is not the subject: "what floor the flat is on". */
const endsWithVerb = /\b(?:is|are|was|were)(?: (?:on|in|at|for|from|with))?$/;

/** Whether a subject contains no verb and no clause. */
function plainly(subject: string): boolean {
  return (
    !/\b(?:that|which|who|you|we|they|is|are|was|will|can)\b(?!$)/i.test(subject) ||
    /^(?:you|we|I|it|there|this|that|they|he|she)$/i.test(subject)
  );
}
