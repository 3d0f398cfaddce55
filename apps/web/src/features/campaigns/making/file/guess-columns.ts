import { type CsvRow, guessColumns, type RecipientFileColumns } from '@parley/contract';

/** Headings for an id of one's own, in lower case without anything but letters. */
const idWords = [
  ...['externalid', 'id', 'customerid', 'patientid', 'clientid', 'memberid', 'recordid', 'reference', 'ref'],
  ...['kundennummer', 'patientennummer', 'referencia', 'référence'],
];

const bare = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** By the words of the heading; the number also by what stands in the first rows. */
export function guessPeopleColumns(header: readonly string[], rows: readonly CsvRow[]): RecipientFileColumns {
  const { number, name, lastName, timeZone, consent, notes } = guessColumns(header);
  const titles = header.map(bare);
  const id = idWords.map((word) => titles.indexOf(word)).find((index) => index >= 0) ?? null;
  return {
    number: number ?? columnOfNumbers(header.length, rows),
    ...{ name, lastName, timeZone, consent, notes },
    externalId: id,
  };
}

/** The first column that has something like a phone number in most of the first rows. */
function columnOfNumbers(width: number, rows: readonly CsvRow[]): number | null {
  const some = rows.slice(0, 20);
  for (let index = 0; index < width; index += 1) {
    const numbers = some.filter(({ cells }) => /^\+?[\d ()./-]{7,20}$/.test((cells[index] ?? '').trim()));
    if (numbers.length * 2 > some.length) return index;
  }
  return null;
}

/** The column of the same words; a placeholder for a name takes that of the name. */
export function guessPlaceholders(
  placeholders: readonly string[],
  header: readonly string[],
  { name, number }: Pick<RecipientFileColumns, 'name' | 'number'>,
): Record<string, number | null> {
  const titles = header.map(bare);
  return Object.fromEntries(
    placeholders.map((placeholder) => {
      const same = bare(placeholder) === '' ? -1 : titles.indexOf(bare(placeholder));
      if (same >= 0) return [placeholder, same];
      const meaning = guessColumns([placeholder]);
      if (meaning.name !== null) return [placeholder, name];
      return [placeholder, meaning.number === null ? null : number];
    }),
  );
}
