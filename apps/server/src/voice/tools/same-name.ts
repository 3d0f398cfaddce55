import { nameWords } from '@parley/contract';

/** Words before and around names that somebody may say or leave out; folded as names are. */
const ignored = new Set(
  (
    'mr mrs ms miss mx sir madam dr doctor prof professor herr frau doktor senor senora senorita sr sra srta don dona ' +
    'monsieur madame mademoiselle m mme mlle docteur and und y et family familie familia famille jr junior senior'
  ).split(' '),
);

/** People say their name with a title or a middle name, and no more: a list of names is no answer. */
const wordsMore = 2;

/**
 * Whether somebody who gave this name gave that of the contact: its first and its last word, in any order. What only sounds
 * alike is another name.
 */
export function isSameName(given: string, name: string): boolean {
  const wanted = wordsOf(name);
  const said = wordsOf(given);
  const [first] = wanted;
  const last = wanted.at(-1);
  if (first === undefined || last === undefined || said.length > wanted.length + wordsMore) return false;
  // Some scripts put no spaces, or put them where they like.
  return (said.includes(first) && said.includes(last)) || said.join('') === wanted.join('');
}

function wordsOf(name: string): string[] {
  const words = nameWords(name);
  const known = words.filter((word) => !ignored.has(word));
  return known.length > 0 ? known : words;
}
