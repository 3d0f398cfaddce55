import { expect, test } from 'vitest';
import { numbersFile } from './numbers-file.ts';

const read = (text: string) => {
  const chosen = numbersFile('list.csv', new TextEncoder().encode(text));
  if ('error' in chosen) throw new Error(chosen.error);
  return chosen.file;
};

test('DN7: a list with one column and no heading loses no row', () => {
  const { rows, column, columns } = read('+15005550001\n+15005550002\n');
  expect({ column, columns }).toEqual({ column: 0, columns: ['Column 1'] });
  expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [1, '+15005550001'],
    [2, '+15005550002'],
  ]);
});

test('the column with the numbers is found by its title, or by what stands in it', () => {
  expect(read('Name;Telefon\nAda;030 123456\n').column).toBe(1);
  expect(read('Who,Which\nAda,+4930123456\n').column).toBe(1);
});

test.each([
  ['', 'This file is empty.'],
  ['Phone\n', 'This file has a heading and no rows.'],
  ['a\0b', 'This is not a text file. Save the table as CSV first.'],
])('a file that holds no numbers is refused in words', (text, error) => {
  expect(numbersFile('list.csv', new TextEncoder().encode(text))).toEqual({ error });
});
