import type { Addressee } from './addressee.ts';
import { nameForms } from './party.ts';
import { pluralReferent, singularReferent } from './pronouns.ts';

const adverbs =
  'still|also|already|really|usually|often|always|never|currently|then|not|just|actually|both|all|ever|only|even';
const subjectBefore =
  /(?:^|\b(?:that|whether|if|when|what|which|how|because|and|who|where|why|as|once|until|after|before|so|than|day|time|date|but|or)\s|[,:;–—(]\s?|\b(?:how|what|which) \p{L}+\s)$/iu;
const objectAfter =
  'that|whether|if|when|to|about|of|on|at|in|for|from|the|a|an|and|or|know|by|with|what|which|how|please|why|where|better|best|more|today|tomorrow|tonight|instead|too|either|now|then|soon|later|anyway|again|back|as|but|because|via|so|up|is|are|was|next|this|some|any|our|one|two|three|several|who|it|them|off|out|over|personally|directly|until|before|after|every|each|all|there|here|through|into|around|down|home|since|well|much|very|not|downstairs|upstairs|outside|inside|shortly|immediately|whenever|while|unless|without|during|though|although';

/** "her next cleaning", but "see her next week". */
const nextThing =
  '(?<=\\bnext) (?!week|month|year|time|door|to\\b|day|spring|summer|fall|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\p{Ll}';

// Control characters stand for the person called until the verbs around them have been adapted.
const them = '\u0003';
const their = '\u0004';
/** Stands for a pronoun that is certainly a subject, such as "he". */
const they = '\u0007';

export interface Rewritten {
  readonly text: string;
  /** False if a pronoun may mean the person called or another person. */
  readonly sure: boolean;
}

/** Rewrites a text about the person called as a text spoken to them: "her check-up" becomes "your check-up". */
export function toSecondPerson(text: string, addressee: Addressee): string {
  return inSecondPerson(text, addressee).text;
}

export function inSecondPerson(text: string, addressee: Addressee): Rewritten {
  const quotes: string[] = [];
  const open = text.replace(/"[^"]*"|“[^”]*”/g, (quote) => `\u0001${quotes.push(quote) - 1}\u0001`);
  const marks = marked(open, addressee);
  const turned = agreeing(marks.text)
    .replaceAll(their, 'your')
    .replace(
      /\b(?:the|an?) ((?:[\p{L}\p{N}.:-]+ ){0,3}[\p{L}-]+) of you\b(?! (?:are|were|have|who|can|will|need|want))/giu,
      'your $1',
    );
  return {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a mark that no text contains
    text: turned.replace(/\u0001(\d+)\u0001/g, (_, index: string) => quotes[Number(index)] ?? ''),
    sure: marks.sure,
  };
}

function marked(text: string, addressee: Addressee): Rewritten {
  // Pronouns come before names, because they are resolved by their position in the original text.
  const singular = addressee.institution ? { text, sure: true } : withSingular(text, addressee);
  const plural = addressee.plural
    ? withPlural(singular.text, addressee)
    : { text: singular.text, sure: true };
  return {
    text: addressee.institution ? plural.text : withNames(plural.text, addressee),
    sure: singular.sure && plural.sure,
  };
}

/** Nouns behind which "patient" and so on mean a kind: "the new patient forms". */
const parts =
  'accounts?|advisory|areas?|bathrooms?|cards?|care|charts?|coordinators?|discounts?|education|entrance|experience|files?|forms?|hotline|ids?|information|intake|lists?|lounge|numbers?|packets?|paperwork|parking|portals?|program|records?|room|rights|safety|services?|support|surveys?|waiting';

function withNames(text: string, { name, nouns }: Addressee): string {
  let result = text;
  if (nouns !== '' && /\b(?:the|this|our|each|every) /i.test(result)) {
    const capital = `(?:,? (?:named |called )?(?=\\p{Lu}\\p{Ll})(?!(?:${nameForms(name).map(escaped).join('|') || '\u0001'})))`;
    const noun = `\\b(?:[Tt]he|[Tt]his|[Oo]ur|[Ee]ach|[Ee]very) (?:\\w+ )?(?:${nouns})\\b(?!${capital}| (?:who|that)\\b| (?:${parts})\\b|-)`;
    result = result.replace(new RegExp(`${noun}['’]s\\b`, 'gu'), their).replace(new RegExp(noun, 'gu'), them);
  }
  for (const form of nameForms(name)) {
    if (!result.includes(form)) continue;
    const pattern = `(?<![\\p{L}])(?:[Pp]atient |[Cc]ustomer |[Cc]lient |[Gg]uest |[Tt]enant |[Mm]ember )?${escaped(form)}`;
    result = result
      .replace(new RegExp(`${pattern}['’]s?(?=\\s)`, 'gu'), their)
      .replace(new RegExp(`${pattern}(?![\\p{L}])`, 'gu'), them);
  }
  return result;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Replaces "he", "she" and their forms if they mean the person called. */
function withSingular(text: string, addressee: Addressee): Rewritten {
  const { pronoun, before } = addressee;
  let sure = true;
  const own = (word: string, at: number): boolean => {
    const which = /^(?:he|him|his|himself)$/i.test(word) ? 'he' : 'she';
    if (pronoun !== null && pronoun !== which) return false;
    const who = singularReferent(`${before}${text}`, before.length + at, which, addressee);
    if (who === 'unclear') sure = false;
    return who === 'addressee';
  };
  const both = text
    .replace(/\b(?:his or her|her or his)\b/gi, their)
    .replace(/\b(?:he or she|she or he|him or her|her or him|he\/she|she\/he)\b/gi, they);
  const result = both
    .replace(
      /\b(he|she|himself|herself|hers|him|his|her)\b(['’](?:s|d|ll)\b)?/gi,
      (all, word: string, end: string | undefined, at: number) => {
        if (!own(word, at)) return all;
        const lower = word.toLowerCase();
        if (/self$/.test(lower)) return 'yourself';
        if (lower === 'hers') return 'yours';
        if (lower === 'he' || lower === 'she') return they + writtenOut(end, both.slice(at + all.length));
        if (lower === 'him') return them + (end ?? '');
        if (lower === 'his')
          return /^\s*(?:$|[,.;?!)]|(?:or|and|is|was|are|were|will|has|can)\b)/.test(
            both.slice(at + all.length),
          )
            ? 'yours'
            : their;
        return new RegExp(`^\\s+(?!(?:${objectAfter})\\b(?!${nextThing}))[\\p{L}\\d]`, 'iu').test(
          both.slice(at + all.length),
        )
          ? their
          : them;
      },
    )
    .replace(
      /\b(there|it|that|what|where|who|when)['’]s\b(?= (?:an?|no|the|still|not|any|all|\p{L}+ing)\b)/giu,
      '$1 is',
    );
  return { text: result, sure };
}

/** Writes a contraction out: "he's paid" has "has", "he's ill" has "is". */
function writtenOut(end: string | undefined, after: string): string {
  const short = end?.slice(1).toLowerCase();
  if (short === 'd') return /^ (?:better|been|had|\p{L}+ed)\b/u.test(after) ? ' had' : ' would';
  if (short === 'll') return ' will';
  if (short !== 's') return '';
  return /^ (?:been|made|gone|got|done|had|paid|received|taken|seen|heard|\p{L}+ed)\b/u.test(after)
    ? ' has'
    : ' is';
}

function withPlural(text: string, addressee: Addressee): Rewritten {
  let sure = true;
  let acting = false;
  /** After "they" meant things, "them" means things, too: "where they are and when we get them". */
  let things = false;
  const result = text.replace(
    /\b(they|them|their|theirs|themsel(?:ves|f))\b(['’](?:re|ve|d|ll)\b)?/gi,
    (all, word: string, end: string | undefined, at: number) => {
      const lower = word.toLowerCase();
      // After "they" as the subject, "them" means something else: "whether they can pick them up".
      if (lower === 'them' && (acting || things)) return all;
      const who = pluralReferent(`${addressee.before}${text}`, addressee.before.length + at, word, addressee);
      if (who === 'unclear') sure = false;
      things ||= who === 'other';
      if (who !== 'addressee') return all;
      if (lower === 'they') {
        acting = true;
        const long =
          { re: ' are', ve: ' have', d: ' would', ll: ' will' }[end?.slice(1).toLowerCase() ?? ''] ?? '';
        return `you${long}`;
      }
      return lower === 'their'
        ? their
        : lower === 'theirs'
          ? 'yours'
          : /^themsel/.test(lower)
            ? 'yourself'
            : 'you';
    },
  );
  return { text: result, sure };
}

/** Replaces the marks by "you" and adapts the verb after a subject: "she wants" becomes "you want". */
function agreeing(text: string): string {
  const pattern = new RegExp(`([${them}${they}])(\\s+(?:(?:${adverbs})\\s+)*)?([\\p{L}'’]+)?`, 'giu');
  const agreed = text.replace(
    pattern,
    (_, mark: string, between: string | undefined, verb: string | undefined, offset: number) => {
      const isSubject = mark === they || subjectBefore.test(text.slice(0, offset));
      const object =
        mark === they &&
        /\b(?:to|for|with|from|of|about|let|tell|ask|give|send|call|see|help)\s$/i.test(
          text.slice(0, offset),
        );
      return `you${between ?? ''}${isSubject && !object ? secondPersonVerb(verb ?? '') : (verb ?? '')}`;
    },
  );
  // Adapts the second verb of the same subject: "you want … and needs".
  return agreed.replace(
    /\b(you (?:\p{L}+ ){1,6}?(?:and|or|but) )(has|is|was|does|needs|wants|lives|works|likes|prefers|owes|gets|knows|brings|takes|arrives|comes|calls|pays|sends|keeps|stays|feels|hopes)\b/giu,
    (_, lead: string, verb: string) =>
      /\b(?:the|your|our|it|he|she|who|that|which|there)\b/i.test(lead)
        ? lead + verb
        : lead + secondPersonVerb(verb),
  );
}

const irregular: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  goes: 'go',
  "isn't": "aren't",
  "wasn't": "weren't",
  "hasn't": "haven't",
  "doesn't": "don't",
};

export function secondPersonVerb(verb: string): string {
  const lower = verb.toLowerCase().replace('’', "'");
  const known = irregular[lower];
  if (known) return known;
  if (/ies$/.test(lower)) return `${verb.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(lower)) return verb.slice(0, -2);
  return /[^su']s$/.test(lower) && lower.length > 3 ? verb.slice(0, -1) : verb;
}
