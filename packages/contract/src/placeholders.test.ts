import { describe, expect, test } from 'vitest';
import {
  detectPlaceholders,
  fillPlaceholders,
  missingPlaceholders,
  missingPlaceholdersSentence,
  placeholderDefaults,
  placeholderLabel,
} from './placeholders.ts';

const fifty = 'x'.repeat(50);

describe('detectPlaceholders', () => {
  test.each<[string, string, string[]]>([
    ['nothing in plain text', 'Call the patient.', []],
    ['nothing in empty text', '', []],
    ['one name', 'Hello <Name>!', ['Name']],
    ['names in the order of their first appearance', '<B> <A> <B>', ['B', 'A']],
    ['a repeated name once', '<Name>, <Name>, <Name>', ['Name']],
    ['names that differ in case as two', '<Name> <name>', ['Name', 'name']],
    ['a name of one character', '<x>', ['x']],
    ['a name of fifty characters', `<${fifty}>`, [fifty]],
    ['no name of fifty-one characters', `<${fifty}x>`, []],
    ['two spaces', '<First Last Name>', ['First Last Name']],
    ['no name with three spaces', '<a b c d>', []],
    ['no empty brackets', '<>', []],
    ['a name of one space', '< >', [' ']],
    ['a name of two spaces, which is another one', '< > <  >', [' ', '  ']],
    ['no name of three spaces', '<   >', []],
    ['a name that is a tab', '<\t>', ['\t']],
    ['the innermost of nested brackets', '<outer <Name> rest>', ['Name']],
    ['the name in doubled brackets', '<<Name>>', ['Name']],
    ['nothing in an unclosed bracket', 'a < b and <Name', []],
    ['a name with a line break', '<First\nLast> <a\r\nb>', ['First\nLast', 'a\r\nb']],
    ['a name that is a line break', '<\n>', ['\n']],
    ['HTML-like text, which is text in brackets too', '<b>bold</b> <br/>', ['b', '/b', 'br/']],
    ['no tag with too many words', '<a href="x" rel="y" target="z">', []],
    ['nothing between comparison signs', 'if 1 < 2 and 3 > 2', []],
    ['unicode', '<Имя> <名前> <Prénom>', ['Имя', '名前', 'Prénom']],
    ['fifty characters that take two code units each', `<${'😀'.repeat(50)}>`, ['😀'.repeat(50)]],
    ['regex characters', '<.*> <$1> <(a|b)> <\\d+>', ['.*', '$1', '(a|b)', '\\d+']],
    ['names of object members', '<constructor> <__proto__>', ['constructor', '__proto__']],
  ])('finds %s', (_, prompt, names) => {
    expect(detectPlaceholders(prompt)).toEqual(names);
  });
});

describe('fillPlaceholders', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['replaces every occurrence', '<A> and <A>', { A: 'x' }, 'x and x'],
    ['keeps the marker of an empty value', 'Hi <A> <B>', { A: 'x', B: '' }, 'Hi x <B>'],
    ['keeps the marker of a blank value', 'Hi <A>', { A: '  ' }, 'Hi <A>'],
    ['keeps the marker of a value that is not given', 'Hi <A>', {}, 'Hi <A>'],
    ['keeps the spaces around a value', '<A>', { A: ' x ' }, ' x '],
    ['does not fill what a value brings along', '<A> <B>', { A: '<B>', B: 'x' }, '<B> x'],
    ['takes replacement patterns literally', '<A>', { A: "$& $1 $$ $` $'" }, "$& $1 $$ $` $'"],
    ['takes a name with regex characters literally', '<.*> <A>', { '.*': 'x' }, 'x <A>'],
    ['fills the inner of nested brackets', '<<A>>', { A: 'x' }, '<x>'],
    ['leaves brackets alone that hold no name', '<a b c d>', { 'a b c d': 'x' }, '<a b c d>'],
    ['does not mistake an inherited member for a value', '<constructor>', {}, '<constructor>'],
    ['fills with text of several lines', 'Notes: <A>', { A: 'one\ntwo' }, 'Notes: one\ntwo'],
    ['fills a unicode name', 'Привет <Имя>', { Имя: 'Анна' }, 'Привет Анна'],
    ['fills a name of one space', 'Hi < >.', { ' ': 'Ann' }, 'Hi Ann.'],
    ['fills a name with a line break', 'Hi <First\nLast>.', { 'First\nLast': 'Ann' }, 'Hi Ann.'],
    ['tells names that differ in case apart', '<Name> <name>', { name: 'x' }, '<Name> x'],
  ])('%s', (_, prompt, values, filled) => {
    expect(fillPlaceholders(prompt, values)).toBe(filled);
  });
});

describe('missing values', () => {
  test('are the names whose value is empty after trimming, in their order', () => {
    expect(missingPlaceholders(['A', 'B', 'C', 'D'], { A: 'x', B: ' ', C: '' })).toEqual(['B', 'C', 'D']);
  });

  test('are listed in one message', () => {
    expect(missingPlaceholdersSentence(['Patient Name', 'Day'])).toBe(
      'Please fill in all required placeholders: Patient Name, Day',
    );
  });
});

test('the defaults kept with a template are exactly the detected names', () => {
  expect(placeholderDefaults('<A> <B> <A>', { B: 'x', C: 'y' })).toEqual({ A: '', B: 'x' });
});

test.each([
  ['Patient Name', 'Patient Name'],
  ['First\nLast', 'First ↵ Last'],
  ['a\r\nb', 'a ↵ b'],
  [' ', 'Blank name < >'],
  ['  ', 'Blank name <  >'],
  ['\t', 'Blank name <\t>'],
  ['\n', 'Blank name <↵>'],
])('a placeholder named %j has a distinguishable label', (name, label) => {
  expect(placeholderLabel(name)).toBe(label);
  expect(missingPlaceholdersSentence([name])).toBe(`Please fill in all required placeholders: ${label}`);
});
