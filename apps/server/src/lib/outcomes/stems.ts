import { foldedWords } from '../spoken-calendar.ts';

/** Words that stand in any sentence and say nothing about its matter. */
const common = new Set(
  'the and you your yours are was were have has had will would could should can may might shall that this these those there here with from for not but did does doing been being any some all our ours their them they his her him she who whom whose what when where which why how much many into onto out off than then too very also just still only about again please thank thanks yes yeah okay sure well like want wants know let say says tell give get got take one two der die das und sie ihr ihre ist sind war haben hat wird mit von fur auf ein eine einen den dem nicht que los las una uno por para con del esta este les des une est vous votre nous pour avec dans sur qui'.split(
    ' ',
  ),
);

const irregular: Readonly<Record<string, string>> = {
  paid: 'pay',
  came: 'come',
  gone: 'go',
  went: 'go',
  bought: 'buy',
  brought: 'bring',
  sent: 'send',
  met: 'meet',
  made: 'make',
  spoke: 'speak',
  spoken: 'speak',
  children: 'child',
  people: 'person',
  persons: 'person',
  satisfaction: 'satisfi',
  satisfied: 'satisfi',
};

/** The words of a text that say what it is about, cut to what their forms have in common. */
export function stemsOf(text: string): ReadonlySet<string> {
  const words = foldedWords(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2 && !common.has(word)).map(stemOf));
}

function stemOf(word: string): string {
  const known = irregular[word];
  if (known !== undefined) return known;
  const cut = word
    .replace(/(?:ations?|ments?|ings?|ies|ied|ed|es|s|ly|y|e)$/, '')
    .replace(/([b-df-hj-np-rtv-z])\1$/, '$1');
  return cut.length >= 3 ? cut : word;
}

export function sharedStems(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((stem) => other.has(stem)).length;
}
