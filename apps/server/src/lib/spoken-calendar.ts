/** Names of days, months and hours in the languages that agents speak, without accents (see `foldedWords`). */

/** Monday is 0. */
export const weekdayNames: Readonly<Record<string, number>> = numbered(0, [
  'monday tuesday wednesday thursday friday saturday sunday',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  'lunes martes miercoles jueves viernes sabado domingo',
  'lundi mardi mercredi jeudi vendredi samedi dimanche',
]);

export const monthNames: Readonly<Record<string, number>> = numbered(1, [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
]);

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first';

export const ordinalNames: Readonly<Record<string, number>> = numbered(1, [ordinals]);

/** How many days or weeks. */
export const countNames: Readonly<Record<string, number>> = {
  ...numbered(1, [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen',
    'ein zwei drei vier funf sechs sieben acht neun zehn',
    'un dos tres cuatro cinco seis siete ocho nueve diez',
    'une deux trois quatre cinq six sept huit neuf dix',
  ]),
  ...{ a: 1, an: 1, eine: 1, einem: 1, einer: 1, una: 1 },
};

/** By language, because "once" is a word of two. */
export const hourNames = {
  en: numbered(1, ['one two three four five six seven eight nine ten eleven twelve']),
  de: { ...numbered(1, ['ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf']), eins: 1 },
  es: { ...numbered(1, ['una dos tres cuatro cinco seis siete ocho nueve diez once doce']) },
  fr: { ...numbered(1, ['une deux trois quatre cinq six sept huit neuf dix onze douze']) },
} satisfies Record<string, Readonly<Record<string, number>>>;

export const minuteNames: Readonly<Record<string, number>> = {
  ...{ five: 5, ten: 10, fifteen: 15, twenty: 20, 'twenty-five': 25, thirty: 30 },
  ...{ forty: 40, 'forty-five': 45, fifty: 50, 'oh five': 5 },
};

function numbered(first: number, lists: readonly string[]): Record<string, number> {
  const entries = lists.flatMap((list) =>
    list.split(' ').map((name, place) => [name, first + place] as const),
  );
  return Object.fromEntries(entries);
}

/** An alternative of a regular expression, longest first so that "twenty-first" is not read as "twenty". */
export function oneOf(names: Readonly<Record<string, number>>): string {
  return Object.keys(names)
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('-', '[- ]'))
    .join('|');
}

/** The number of a name that `oneOf` has matched, or of digits with whatever ends them ("5th", "5."). */
export function numberOf(names: Readonly<Record<string, number>>, word: string): number {
  const digits = /^\d+/.exec(word)?.[0];
  return digits === undefined
    ? (names[word] ?? names[word.replaceAll(' ', '-')] ?? Number.NaN)
    : Number(digits);
}

/** One line in lower case without accents, so that one spelling of a word is enough. */
export function foldedWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\b([ap])\. ?m\b\.?/g, '$1m')
    .replace(/\s+/g, ' ')
    .trim();
}
