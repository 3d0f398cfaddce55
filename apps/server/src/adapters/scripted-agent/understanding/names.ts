import { normalized } from './normalize.ts';

const notNames = new Set(
  'finally great thanks wow really again nothing nobody never maybe oh a an the me us mine myself she he him they yes yeah yep no not nope here speaking calling sorry fine good okay ok sure well just still busy afraid interested sick late home happy going looking trying having wondering at in on from with about for really very actually currently now it that this her his their my your our who what why when where how please hello hi hey thanks thank right correct listening driving working old new able unable available coming waiting out back there all'.split(
    ' ',
  ),
);

const word = "\\p{L}[\\p{L}'-]*\\.?";
const introductions = [
  new RegExp(
    `\\b(?:my name is|my name's|the name is|the name's|name is|i am called|call me|under the name(?: of)?)\\s+(${word}(?:\\s+${word}){0,3})`,
    'iu',
  ),
  new RegExp(`\\b(?:this is|it is|it's|i'm|i am|here is)\\s+(${word}(?:\\s+${word}){0,3})`, 'iu'),
  new RegExp(`^(${word}(?:\\s+${word}){0,3}?),?\\s+(?:speaking|here|on the (?:phone|line))\\b`, 'iu'),
];

/** The name in an utterance, or null. `asked`: a name was asked for, so a short answer is taken for one. */
export function nameIn(text: string, asked = false): string | null {
  const said = normalized(text).replace(/[.,!;:]+/g, ' , ');
  for (const pattern of introductions) {
    const name = trimName(pattern.exec(said)?.[1]);
    if (name) return name;
  }
  if (!asked) return null;
  const short = said
    .replace(
      /\b(?:yes|sure|of course|okay|ok|um|uh|well|it's|that's|that is|certainly|hello|hi|please)\b/gi,
      ' ',
    )
    .split(',')
    .map((piece) => piece.trim())
    .find((piece) => piece !== '');
  return short && short.split(/\s+/).length <= 4 ? trimName(short) : null;
}

function trimName(found: string | undefined): string | null {
  if (!found) return null;
  const words: string[] = [];
  for (const piece of found.split(/\s+/)) {
    const lower = piece.toLowerCase().replace(/\.$/, '');
    if (notNames.has(lower) || lower === 'and' || lower === 'i' || lower === 'to' || /ing$/.test(lower))
      break;
    words.push(piece.replace(/\.$/, ''));
  }
  const [first] = words;
  // "I am his wife", "it is a bad time": a lower-case word is a name only if the whole phrase has no capital.
  if (!first || (/^\p{Ll}/u.test(first) && /\p{Lu}/u.test(found))) return null;
  return words.map(capitalised).join(' ');
}

function capitalised(word: string): string {
  return word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Whether a text contains at least one word of a name. */
export function mentionsName(text: string, name: string): boolean {
  const said = ` ${normalized(text)
    .toLowerCase()
    .replace(/[^\p{L}'-]+/gu, ' ')} `;
  return nameWords(name).some((part) => said.includes(` ${part} `));
}

export function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/\s+/)
    .map((part) => part.replace(/[.,]/g, ''))
    .filter(
      (part) =>
        part.length > 1 &&
        !/^(?:mr|mrs|ms|miss|mx|dr|prof|herrn?|frau|the|of|parents?|mother|father|family|von|van|de)$/.test(
          part,
        ),
    );
}
