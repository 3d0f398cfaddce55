import { limits } from '@parley/contract';
import { expect, test } from 'vitest';
import { chosenFile } from './chosen-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('CT4: the columns of a file are guessed from its heading, and its first rows are shown', () => {
  const text = 'Vorname;Nachname;Telefon\n"Weber; Ada";W;+49 30 123456\nBen;B;030 999999\n';
  expect(chosenFile('patients.csv', bytes(text))).toMatchObject({
    file: {
      delimiter: ';',
      header: ['Vorname', 'Nachname', 'Telefon'],
      rows: 2,
      preview: [
        ['Weber; Ada', 'W', '+49 30 123456'],
        ['Ben', 'B', '030 999999'],
      ],
      columns: { name: 0, lastName: 1, number: 2, notes: null },
      guessed: false,
    },
  });
});

test.each<[string, string, RegExp]>([
  ['an empty file', '', /empty/],
  ['a heading alone', 'Name,Phone\n', /no rows/],
  ['a file of a program for tables', 'PK\u0003\u0004\0\0', /Save the table as CSV/],
  ['a file with too many rows', `Name\n${'Ada\n'.repeat(limits.importRowsMax + 1)}`, /at most 50,000 rows/],
])('CT4: %s is refused before it is sent', (_, text, sentence) => {
  const chosen = chosenFile('x.csv', bytes(text));
  expect('error' in chosen && chosen.error).toMatch(sentence);
});
