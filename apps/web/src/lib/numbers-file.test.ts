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

const written = 'Téléphone;Nom\r\n+33 1 23 45 67 89;Zoë\r\n';
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(2 + text.length * 2));
  [0xfeff, ...Array.from(text, (each) => each.charCodeAt(0))].forEach((unit, index) => {
    bytes.setUint16(index * 2, unit, littleEndian);
  });
  return new Uint8Array(bytes.buffer);
};

test.each([
  ['UTF-8', new TextEncoder().encode(written)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${written}`)],
  ['UTF-16, as Excel writes it', utf16(written, true)],
  ['UTF-16, the other way round', utf16(written, false)],
  ['Windows-1252', Uint8Array.from(written, (each) => each.charCodeAt(0))],
])('DN7: a file in %s is read', (_, bytes) => {
  const chosen = numbersFile('list.csv', bytes);
  expect(chosen).toMatchObject({ file: { column: 0, columns: ['Téléphone', 'Nom'], rows: { length: 1 } } });
});

test('DN7: bytes that are no text in any of them are kept as cells, and harm no other row', () => {
  const { rows } = read('Phone\n+15005550001\n=1+1\n"never closed\n+15005550002\n');
  expect(rows.map(({ cells }) => cells[0])).toEqual([
    '+15005550001',
    '=1+1',
    '"never closed',
    '+15005550002',
  ]);
  const chosen = numbersFile('list.csv', Uint8Array.of(0xc3, 0x28, 0x0a, 0xff, 0xfe, 0x0a));
  expect(Object.keys(chosen)).toHaveLength(1);
});

test('DN7: a cell of ten million characters is cut into few shorter ones, and the next row is read', () => {
  const { rows } = read(`Phone\n${'9'.repeat(10_000_000)}\n+15005550002\n`);
  expect(rows.length).toBeLessThan(400);
  expect(Math.max(...rows.map(({ cells }) => cells[0]?.length ?? 0))).toBeLessThanOrEqual(32_000);
  expect(rows.at(-1)?.cells).toEqual(['+15005550002']);
});
