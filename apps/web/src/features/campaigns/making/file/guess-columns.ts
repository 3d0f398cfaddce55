import { type CsvRow, guessColumns, type RecipientFileColumns } from '@parley/contract';

/** Headings for an id of one's own, in lower case without anything but letters. */
const idWords = [
  ...['externalid', 'id', 'customerid', 'patientid', 'clientid', 'memberid', 'recordid', 'reference', 'ref'],
  ...['kundennummer', 'patientennummer', 'referencia', 'référence'],
];

/** Where consent stands in columns of its own: what it is for, how it was given, and when. */
const consentWords = {
  kind: ['consentkind', 'kindofconsent', 'consenttype', 'consentfor', 'consentpurpose', 'consentgiven'],
  source: [
    ...['consentsource', 'sourceofconsent', 'consentmethod', 'consentchannel', 'consentform', 'optinsource'],
    ...['einwilligungsart', 'quelledereinwilligung', 'fuentedelconsentimiento', 'sourceduconsentement'],
  ],
  date: [
    ...[
      'consentdate',
      'dateofconsent',
      'dayofconsent',
      'consentday',
      'consentedon',
      'consentedat',
      'consentat',
    ],
    ...['consenton', 'optindate', 'einwilligungsdatum', 'datumdereinwilligung', 'einwilligungam'],
    ...['fechadelconsentimiento', 'fechadeconsentimiento', 'dateduconsentement'],
  ],
} as const;

const bare = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** By the words of the heading; the number also by what stands in the first rows. */
export function guessPeopleColumns(header: readonly string[], rows: readonly CsvRow[]): RecipientFileColumns {
  const { number, name, lastName, timeZone, consent, notes } = guessColumns(header);
  const titles = header.map(bare);
  const first = (words: readonly string[]) =>
    words.map((word) => titles.indexOf(word)).find((index) => index >= 0) ?? null;
  return {
    number: number ?? columnOfNumbers(header.length, rows),
    ...{ name, lastName, timeZone, notes },
    consent: consent ?? first(consentWords.kind),
    ...{ consentSource: first(consentWords.source), consentDate: first(consentWords.date) },
    externalId: first(idWords),
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
