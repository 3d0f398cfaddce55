import type { Addressee } from './addressee.ts';
import { nameForms } from './party.ts';

const adverbs =
  'still|also|already|really|usually|often|always|never|currently|then|not|just|actually|both|all';
const subjectBefore =
  /(?:^|\b(?:that|whether|if|when|what|which|how|because|and|who|where|why|as|once|until|after|before|so|than|day|time|date|but|or)\s|[,:;–—(]\s?|\b(?:how|what|which) \p{L}+\s)$/iu;
const objectAfter =
  'that|whether|if|when|to|about|of|on|at|in|for|from|the|a|an|and|or|know|by|with|what|which|how|please|why|where|better|best|more|today|tomorrow|tonight|instead|too|either|now|then|soon|later|anyway|again|back|as|but|because|via|so|up|is|are|was|next|this';

// Marks that no instruction contains stand for the person until the grammar around them is known.
const them = '\u0003';
const their = '\u0004';

const other = '\u0006';
const otherPeople =
  /\b(?:our|the) (?:cleaner|doctor|dentist|teacher|engineer|plumber|technician|colleague|nurse|trainer|instructor|therapist|manager|mechanic|gardener|babysitter|courier|chef|photographer)\b/i;

/** "Our cleaner cannot come, she is ill": it is the cleaner who is ill. */
function withOthers(text: string): string {
  if (!otherPeople.test(text)) return text;
  return text
    .replace(/((?:[–—,;(]\s*|\b(?:because|since|as)\s+))(s?)(he)\b/gi, `$1$2${other}$3`)
    .replace(new RegExp(`([–—,;(]\\s*|\\b(?:because|since|as)\\s+)${other}he\\b`, 'gi'), `$1h${other}e`);
}

/** Turns what the desk says about somebody into what is said to them: "her check-up" becomes "your check-up". */
export function toSecondPerson(text: string, addressee: Addressee): string {
  const quotes: string[] = [];
  const open = text.replace(/"[^"]*"|“[^”]*”/g, (quote) => `\u0001${quotes.push(quote) - 1}\u0001`);
  const turned = agreeing(marked(withOthers(open), addressee))
    .replaceAll(other, '')
    .replaceAll(their, 'your')
    .replace(/\b(?:the|an?) ((?:[\p{L}\p{N}.:-]+ ){0,3}[\p{L}-]+) of you\b/giu, 'your $1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a mark that no text contains
  return turned.replace(/\u0001(\d+)\u0001/g, (_, index: string) => quotes[Number(index)] ?? '');
}

function marked(text: string, { name, nouns, plural, pronoun, house }: Addressee): string {
  if (house) return markedPlural(text);
  const noun = `\\b(?:the|this|our|each|every) (?:\\w+ )?(?:${nouns})\\b`;
  let result = text.replace(new RegExp(`${noun}['’]s\\b`, 'gi'), their).replace(new RegExp(noun, 'gi'), them);
  for (const form of nameForms(name)) {
    const pattern = `(?<![\\p{L}])(?:[Pp]atient |[Cc]ustomer |[Cc]lient |[Gg]uest |[Tt]enant |[Mm]ember )?${form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    result = result
      .replace(new RegExp(`${pattern}['’]s?(?=\\s)`, 'gu'), their)
      .replace(new RegExp(`${pattern}(?![\\p{L}])`, 'gu'), them);
  }
  const who = pronoun ?? 'he|she';
  result = result
    .replace(
      new RegExp(
        `\\b(?:${who})['’]s(?= (?:been|made|gone|got|done|had|paid|received|taken|seen|heard|\\p{L}+ed)\\b)`,
        'giu',
      ),
      `${them} has`,
    )
    .replace(new RegExp(`\\b(?:${who})['’]s\\b`, 'gi'), `${them} is`)
    .replace(/\b(there|it|that|what|where|who|when)['’]s\b/gi, '$1 is')
    .replace(new RegExp(`\\b(?:${who})['’]d\\b`, 'gi'), `${them} would`)
    .replace(new RegExp(`\\b(?:${who})['’]ll\\b`, 'gi'), `${them} will`)
    .replace(/\b(?:his or her|her or his)\b/gi, their)
    .replace(/\b(?:he or she|she or he|him or her|her or him)\b/gi, them);
  if (pronoun !== 'she') result = markedMasculine(result);
  if (pronoun !== 'he') result = markedFeminine(result);
  return plural ? markedPlural(result) : result;
}

function markedMasculine(text: string): string {
  return text
    .replace(/\bhis\b/gi, their)
    .replace(/\b(?:he|him)\b/gi, them)
    .replace(/\bhimself\b/gi, 'yourself');
}

function markedFeminine(text: string): string {
  return text
    .replace(new RegExp(`\\bher\\b(?=\\s+(?!(?:${objectAfter})\\b)\\p{L})`, 'giu'), their)
    .replace(/\b(?:she|her)\b/gi, them)
    .replace(/\bhers\b/gi, 'yours')
    .replace(/\bherself\b/gi, 'yourself');
}

function markedPlural(text: string): string {
  return (
    text
      .replace(/\bthey(?:'re|’re)/gi, 'you are')
      .replace(/\bthey(?:'ve|’ve)/gi, 'you have')
      .replace(/\bthey(?:'d|’d)/gi, 'you would')
      .replace(/\bthey(?:'ll|’ll)/gi, 'you will')
      .replace(/\btheirs\b/gi, 'yours')
      .replace(/\btheir\b/gi, their)
      .replace(/\bthemsel(?:ves|f)\b/gi, 'yourself')
      // "whether they can pick them up": what they pick up is something else.
      .replace(/\bthey\b(.*?)\bthem\b/gi, (_, between: string) => `you${between}\u0005`)
      .replace(/\b(?:they|them)\b/gi, 'you')
      .replaceAll('\u0005', 'them')
  );
}

/** "she wants" becomes "you want", but "tell her details" keeps its details. */
function agreeing(text: string): string {
  const pattern = new RegExp(`${them}(\\s+(?:(?:${adverbs})\\s+)*)?([\\p{L}'’]+)?`, 'giu');
  return text.replace(pattern, (_, between: string | undefined, verb: string | undefined, offset: number) => {
    const isSubject = subjectBefore.test(text.slice(0, offset));
    return `you${between ?? ''}${isSubject ? secondPersonVerb(verb ?? '') : (verb ?? '')}`;
  });
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
