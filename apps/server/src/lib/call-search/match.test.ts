import { expect, test } from 'vitest';
import { matchCall, type SameWord, type SearchedText } from './match.ts';
import { termsOf } from './terms.ts';

const never: SameWord = () => false;
const said = (ordinal: number, text: string): SearchedText => ({ where: 'transcript', ordinal, text });
const number: SearchedText = { where: 'number', text: '+12025550123' };

const hit = (search: string, texts: SearchedText[], same: SameWord = never) =>
  matchCall(termsOf(search), texts, same);
const shown = (search: string, text: string) =>
  hit(search, [said(0, text)])
    ?.parts.map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('') ?? null;

test.each([
  ['crown', 'The Crown is ready.', 'The [Crown] is ready.'],
  ['cro', 'The crown is ready.', 'The [crown] is ready.'],
  ['rown', 'The crown is ready.', null],
  ['jose', 'José called.', '[José] called.'],
  ['strasse', 'In der Hauptstraße, Straße 4', 'In der Hauptstraße, [Straße] 4'],
  ['ready crown', 'The crown is ready.', 'The [crown] is [ready].'],
  ['ready bridge', 'The crown is ready.', null],
  ['"crown is"', 'The crown is ready.', 'The [crown is] ready.'],
  ['"is crown"', 'The crown is ready.', null],
  ['"crown i"', 'The crown is ready.', null],
  ['"crown i', 'The crown is ready.', 'The [crown is] ready.'],
  ['check-up', 'Your check up, the check-up.', 'Your [check up], the [check-up].'],
  ['10:30', 'Tuesday at 10:30, not 30:10.', 'Tuesday at [10:30], not 30:10.'],
  ['555-0123', 'Call 555 0123 back.', 'Call [555 0123] back.'],
  ["o'neil", "Mr. O'Neil is late.", "Mr. [O'Neil] is late."],
])('SE5: %s in "%s"', (search, text, marked) => {
  expect(shown(search, text)).toBe(marked);
});

test.each(['0123', '555-0123', '(202) 555 0123', '+1 202 555 0123', '02025550123', '2555'])(
  'SE3: %s stands in the number',
  (search) => {
    expect(hit(search, [number])?.where).toBe('number');
  },
);

test('SE3: digits are marked in the number as it is written', () => {
  expect(hit('0123', [number])?.parts).toEqual([
    { text: '+1202555', marked: false },
    { text: '0123', marked: true },
  ]);
});

test('SE3: other digits are not in it', () => {
  expect(hit('0124', [number])).toBeNull();
  expect(hit('202 0124', [number])).toBeNull();
});

test('digits typed apart may stand in the number and in a text', () => {
  expect(hit('2026 0123', [said(1, 'In May 2026.'), number])).not.toBeNull();
});

test('SE5: the text with the most terms is shown, then the transcript', () => {
  const texts: SearchedText[] = [
    { where: 'summary', text: 'The crown costs 300.' },
    said(2, 'What about the crown?'),
    said(4, 'The crown is ready on Tuesday.'),
    { where: 'name', text: 'Maria Lopez' },
  ];
  expect(hit('crown', texts)).toMatchObject({ where: 'transcript', ordinal: 2 });
  expect(hit('crown tuesday lopez', texts)).toMatchObject({ where: 'transcript', ordinal: 4 });
  expect(hit('lopez', texts)).toMatchObject({ where: 'name' });
});

test('SE1: each term may stand in another text, and none may be missing', () => {
  const texts = [said(0, 'The crown.'), said(1, 'On Tuesday.')];
  expect(hit('crown tuesday', texts)).not.toBeNull();
  expect(hit('crown monday', texts)).toBeNull();
  expect(hit('"crown tuesday"', texts)).toBeNull();
});

test('SE2: another form of a word counts', () => {
  const same = (written: string, wanted: string) => written === 'children' && wanted === 'child';
  expect(hit('child', [said(0, 'Two children.')], same)?.parts).toContainEqual({
    text: 'children',
    marked: true,
  });
});

test('SE4: an id is marked whole', () => {
  const id = '019a8b5e-6c00-7000-8000-000000000001';
  expect(hit('019a8b5e-6c00', [{ where: 'id', text: id }])).toEqual({
    where: 'id',
    parts: [{ text: id, marked: true }],
  });
});

test('SE5: a long text is cut around what is marked, between words', () => {
  const text = `${'before '.repeat(60)}crown ${'after '.repeat(60)}`;
  const parts = hit('crown', [said(0, text)])?.parts ?? [];
  const joined = parts.map((part) => part.text).join('');
  expect(joined.length).toBeLessThan(330);
  expect(joined).toMatch(/^…before .*crown .*after…$/);
  expect(parts.filter(({ marked }) => marked)).toEqual([{ text: 'crown', marked: true }]);
});

test('nothing of a text is lost or doubled by marking it', () => {
  const text = 'The crown, the crown: a crown for the crowned.';
  const parts = hit('crown the "the crown"', [said(0, text)])?.parts ?? [];
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
