import { describe, expect, test } from 'vitest';
import { dateInWords, dayIn } from './dates.ts';
import { moneyInWords } from './money.ts';
import { digitsInWords, numberInWords } from './numbers.ts';
import { phoneNumberInWords } from './phone-numbers.ts';
import { timeInWords } from './times.ts';

describe('SP3: numbers', () => {
  test.each([
    [0, 'zero', 'cero', 'null', 'zéro'],
    [1, 'one', 'uno', 'eins', 'un'],
    [16, 'sixteen', 'dieciséis', 'sechzehn', 'seize'],
    [17, 'seventeen', 'diecisiete', 'siebzehn', 'dix-sept'],
    [21, 'twenty-one', 'veintiuno', 'einundzwanzig', 'vingt et un'],
    [31, 'thirty-one', 'treinta y uno', 'einunddreißig', 'trente et un'],
    [70, 'seventy', 'setenta', 'siebzig', 'soixante-dix'],
    [71, 'seventy-one', 'setenta y uno', 'einundsiebzig', 'soixante et onze'],
    [77, 'seventy-seven', 'setenta y siete', 'siebenundsiebzig', 'soixante-dix-sept'],
    [80, 'eighty', 'ochenta', 'achtzig', 'quatre-vingts'],
    [81, 'eighty-one', 'ochenta y uno', 'einundachtzig', 'quatre-vingt-un'],
    [91, 'ninety-one', 'noventa y uno', 'einundneunzig', 'quatre-vingt-onze'],
    [100, 'one hundred', 'cien', 'einhundert', 'cent'],
    [101, 'one hundred one', 'ciento uno', 'einhunderteins', 'cent un'],
    [200, 'two hundred', 'doscientos', 'zweihundert', 'deux cents'],
    [
      555,
      'five hundred fifty-five',
      'quinientos cincuenta y cinco',
      'fünfhundertfünfundfünfzig',
      'cinq cent cinquante-cinq',
    ],
    [1_000, 'one thousand', 'mil', 'eintausend', 'mille'],
    [1_001, 'one thousand one', 'mil uno', 'eintausendeins', 'mille un'],
    [
      2_026,
      'two thousand twenty-six',
      'dos mil veintiséis',
      'zweitausendsechsundzwanzig',
      'deux mille vingt-six',
    ],
    [21_000, 'twenty-one thousand', 'veintiún mil', 'einundzwanzigtausend', 'vingt et un mille'],
    [80_000, 'eighty thousand', 'ochenta mil', 'achtzigtausend', 'quatre-vingt mille'],
    [200_000, 'two hundred thousand', 'doscientos mil', 'zweihunderttausend', 'deux cent mille'],
    [1_000_000, 'one million', 'un millón', 'eine Million', 'un million'],
    [
      2_500_000,
      'two million five hundred thousand',
      'dos millones quinientos mil',
      'zwei Millionen fünfhunderttausend',
      'deux millions cinq cent mille',
    ],
    [1_000_000_000, 'one billion', 'mil millones', 'eine Milliarde', 'un milliard'],
    [-4, 'minus four', 'menos cuatro', 'minus vier', 'moins quatre'],
    [3.5, 'three point five', 'tres coma cinco', 'drei Komma fünf', 'trois virgule cinq'],
    [2.05, 'two point zero five', 'dos coma cero cinco', 'zwei Komma null fünf', 'deux virgule zéro cinq'],
    [1.25, 'one point two five', 'uno coma veinticinco', 'eins Komma zwei fünf', 'un virgule vingt-cinq'],
  ])('%d', (value, en, es, de, fr) => {
    expect(numberInWords(value, 'en-US')).toBe(en);
    expect(numberInWords(value, 'es-ES')).toBe(es);
    expect(numberInWords(value, 'de-DE')).toBe(de);
    expect(numberInWords(value, 'fr-FR')).toBe(fr);
  });

  test('differ by region where people do', () => {
    expect(numberInWords(1_101, 'en-GB')).toBe('one thousand one hundred and one');
    expect(numberInWords(2_005, 'en-GB')).toBe('two thousand and five');
    expect(numberInWords(1.5, 'es-MX')).toBe('uno punto cinco');
  });

  test('of another language are said in English', () => {
    expect(numberInWords(42, 'it-IT')).toBe('forty-two');
  });

  test('that are none or too large stay as they are', () => {
    expect(numberInWords(Number.NaN, 'en-US')).toBe('NaN');
    expect(numberInWords(1e20, 'de-DE')).toBe('100000000000000000000');
  });

  test('have a word for each digit', () => {
    expect(digitsInWords('4-07', 'de-DE')).toBe('vier null sieben');
  });

  test.each(['en-US', 'es-ES', 'de-DE', 'fr-FR'])('differ from each other, from 0 to 9,999 in %s', (tag) => {
    const words = Array.from({ length: 10_000 }, (_, value) => numberInWords(value, tag));
    expect(new Set(words).size).toBe(10_000);
    expect(words.filter((word) => /undefined|\d|^\s|\s$|\s\s/.test(word))).toEqual([]);
  });
});

describe('SP3: dates', () => {
  test.each([
    ['en-US', 'Monday, March second', 'Sunday, November first, twenty twenty-six'],
    ['en-GB', 'Monday the second of March', 'Sunday the first of November, twenty twenty-six'],
    ['es-ES', 'lunes dos de marzo', 'domingo primero de noviembre de dos mil veintiséis'],
    ['de-DE', 'Montag, der zweite März', 'Sonntag, der erste November zweitausendsechsundzwanzig'],
    ['fr-FR', 'lundi deux mars', 'dimanche premier novembre deux mille vingt-six'],
  ])('in %s', (tag, monday, sunday) => {
    expect(dateInWords({ year: 2026, month: 3, day: 2 }, tag)).toBe(monday);
    expect(dateInWords({ year: 2026, month: 11, day: 1 }, tag, true)).toBe(sunday);
  });

  test('have ordinals up to the thirty-first', () => {
    const day = (date: number, tag: string) => dateInWords({ year: 2026, month: 8, day: date }, tag);
    expect([3, 5, 8, 12, 20, 22, 31].map((date) => day(date, 'en-US').split(' ').at(-1))).toEqual([
      ...['third', 'fifth', 'eighth', 'twelfth', 'twentieth', 'twenty-second', 'thirty-first'],
    ]);
    expect([3, 7, 8, 16, 20, 31].map((date) => day(date, 'de-DE').split(' ').at(-2))).toEqual([
      ...['dritte', 'siebte', 'achte', 'sechzehnte', 'zwanzigste', 'einunddreißigste'],
    ]);
    expect(day(21, 'es-ES')).toBe('viernes veintiuno de agosto');
    expect(day(21, 'fr-FR')).toBe('vendredi vingt et un août');
  });

  test('name January as Austria does', () => {
    expect(dateInWords({ year: 2027, month: 1, day: 4 }, 'de-AT')).toBe('Montag, der vierte Jänner');
  });

  test('say years as people do', () => {
    const year = (value: number, tag: string) =>
      dateInWords({ year: value, month: 1, day: 1 }, tag, true)
        .split(/, |Januar /)
        .at(-1);
    expect([1900, 1999, 1905, 2000, 2005, 2026].map((value) => year(value, 'en-US'))).toEqual([
      ...['nineteen hundred', 'nineteen ninety-nine', 'nineteen oh five', 'two thousand'],
      ...['two thousand five', 'twenty twenty-six'],
    ]);
    expect(year(1999, 'de-DE')).toBe('neunzehnhundertneunundneunzig');
  });

  test('are those of the time zone', () => {
    const at = Date.parse('2026-03-02T04:30:00Z');
    expect(dayIn(at, 'America/New_York')).toEqual({ year: 2026, month: 3, day: 1 });
    expect(dayIn(at, 'Europe/Berlin')).toEqual({ year: 2026, month: 3, day: 2 });
  });
});

test.each([
  [0, 0, 'midnight', 'medianoche', 'Mitternacht', 'minuit'],
  [1, 0, 'one at night', 'la una de la madrugada', 'ein Uhr', 'une heure'],
  [
    8,
    5,
    'eight oh five in the morning',
    'las ocho y cinco de la mañana',
    'acht Uhr fünf',
    'huit heures cinq',
  ],
  [
    10,
    30,
    'half past ten in the morning',
    'las diez y media de la mañana',
    'zehn Uhr dreißig',
    'dix heures trente',
  ],
  [
    11,
    45,
    'a quarter to twelve in the morning',
    'las once y cuarenta y cinco de la mañana',
    'elf Uhr fünfundvierzig',
    'onze heures quarante-cinq',
  ],
  [12, 0, 'noon', 'las doce del mediodía', 'zwölf Uhr', 'midi'],
  [
    13,
    15,
    'a quarter past one in the afternoon',
    'la una y cuarto de la tarde',
    'dreizehn Uhr fünfzehn',
    'treize heures quinze',
  ],
  [
    21,
    1,
    'nine oh one at night',
    'las nueve y uno de la noche',
    'einundzwanzig Uhr eins',
    'vingt et une heures un',
  ],
])('SP3: the time %d:%d', (hour, minute, en, es, de, fr) => {
  expect(timeInWords(hour, minute, 'en-US')).toBe(en);
  expect(timeInWords(hour, minute, 'es-ES')).toBe(es);
  expect(timeInWords(hour, minute, 'de-DE')).toBe(de);
  expect(timeInWords(hour, minute, 'fr-FR')).toBe(fr);
});

describe('SP3: money', () => {
  test.each([
    [
      42_500_000,
      'USD',
      'forty-two dollars and fifty cents',
      'cuarenta y dos dólares con cincuenta centavos',
      'zweiundvierzig Dollar und fünfzig Cent',
      'quarante-deux dollars et cinquante cents',
    ],
    [
      1_010_000,
      'EUR',
      'one euro and one cent',
      'un euro con un céntimo',
      'ein Euro und ein Cent',
      'un euro et un centime',
    ],
    [21_000_000, 'EUR', 'twenty-one euros', 'veintiún euros', 'einundzwanzig Euro', 'vingt et un euros'],
    [
      21_000_000,
      'GBP',
      'twenty-one pounds',
      'veintiuna libras',
      'einundzwanzig Pfund',
      'vingt et une livres',
    ],
    [101_000_000, 'EUR', 'one hundred one euros', 'ciento un euros', 'einhundertein Euro', 'cent un euros'],
    [
      1_000_000_000_000,
      'EUR',
      'one million euros',
      'un millón de euros',
      'eine Million Euro',
      'un million d’euros',
    ],
    [0, 'EUR', 'zero euros', 'cero euros', 'null Euro', 'zéro euro'],
    [
      990_000,
      'CHF',
      'ninety-nine centimes',
      'noventa y nueve céntimos',
      'neunundneunzig Rappen',
      'quatre-vingt-dix-neuf centimes',
    ],
    [
      -5_000_000,
      'USD',
      'minus five dollars',
      'menos cinco dólares',
      'minus fünf Dollar',
      'moins cinq dollars',
    ],
    [
      1_500_000,
      'SEK',
      'one point five SEK',
      'uno coma cinco SEK',
      'eins Komma fünf SEK',
      'un virgule cinq SEK',
    ],
  ])('%d millionths of %s', (micros, currency, en, es, de, fr) => {
    expect(moneyInWords(micros, currency, 'en-US')).toBe(en);
    expect(moneyInWords(micros, currency, 'es-ES')).toBe(es);
    expect(moneyInWords(micros, currency, 'de-DE')).toBe(de);
    expect(moneyInWords(micros, currency, 'fr-FR')).toBe(fr);
  });

  test('is rounded to hundredths', () => {
    expect(moneyInWords(9_996_000, 'USD', 'en-US')).toBe('ten dollars');
  });
});

test.each([
  ['+12025550123', 'en-US', 'two zero two, five five five, zero one two three'],
  ['+442079460123', 'en-US', 'plus four four, two zero seven, nine four six, zero one two three'],
  ['+4930901820', 'de-DE', 'null drei null neun, null eins, acht zwei null'],
  ['+12025550123', 'de-DE', 'plus eins, zwei null zwei, fünf fünf fünf, null eins zwei drei'],
  ['+34914123456', 'es-ES', 'nueve uno cuatro, uno dos tres, cuatro cinco seis'],
  ['+33142685300', 'fr-FR', 'zéro un, quarante-deux, soixante-huit, cinquante-trois, zéro zéro'],
  ['+12025550123', 'fr-CA', 'deux zéro deux, cinq cinq cinq, zéro un deux trois'],
])('SP3: the number %s in %s', (number, tag, words) => {
  expect(phoneNumberInWords(number, tag)).toBe(words);
});
