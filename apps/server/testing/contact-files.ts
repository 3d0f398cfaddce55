import { csvLine, type ImportErrorCode, limits } from '@parley/contract';

/** Names as people have them, in the scripts of the world. */
export const namesOfTheWorld: readonly string[] = [
  ...[
    'José Núñez',
    'Łukasz Śliwa',
    "Siobhan O'Brien",
    'Nguyễn Thị Ánh',
    'Пётр Иванов',
    'Γιώργος Παπαδόπουλος',
  ],
  ...[
    'دانا أحمد',
    'דוד כהן',
    '山田太郎',
    'ヤマダ タロウ',
    '김민수',
    'प्रिया शर्मा',
    'สมชัย ใจดี',
    'Ada 🦷',
    'Weber, Ada',
  ],
];

type Cells = readonly [
  number: string,
  name: string,
  language: string,
  zone: string,
  consent: string,
  notes: string,
];

/** One row for each mistake that somebody can make in a row of its own. */
const mistakes: readonly (readonly [ImportErrorCode, Cells])[] = [
  ['no_number', ['', 'Nobody', '', '', '', '']],
  ['not_a_number', ['ask at the desk', 'Ada', '', '', '', '']],
  ['no_country', ['030 1234567', 'Ada', '', '', '', '']],
  ['number_not_allowed', ['+19005551234', 'Ada', '', '', '', '']],
  ['own_number', ['+15005550006', 'Ada', '', '', '', '']],
  ['no_name', ['+4930555', ' ', '', '', '', '']],
  ['name_too_long', ['+49305551', 'x'.repeat(limits.contactNameMax + 1), '', '', '', '']],
  ['notes_too_long', ['+49305552', 'Ada', '', '', '', 'x'.repeat(limits.contactNotesMax + 1)]],
  ['unknown_language', ['+49305553', 'Ada', 'German', '', '', '']],
  ['unknown_zone', ['+49305554', 'Ada', '', 'Berlin', '', '']],
  ['bad_consent', ['+49305555', 'Ada', '', '', 'perhaps', '']],
  ['not_text', ['+49305556', 'A\uFFFDda', '', '', '', '']],
];

const lineWithTooManyColumns = '+49305557,Ada,,,,,Weber\r\n';
const lineWithOpenQuote = '+49305558,"Ada,,,,\r\n';

export interface GeneratedFile {
  readonly text: string;
  /** How many rows of each kind it has. */
  readonly rows: number;
  readonly errors: Readonly<Partial<Record<ImportErrorCode, number>>>;
  readonly good: number;
  /** The number that two people of the file share. */
  readonly shared: string;
}

/** Most names are Latin, as in most files; every twentieth is one of the world. */
function nameOf(index: number): string {
  const world = index % 20 === 0 ? namesOfTheWorld[(index / 20) % namesOfTheWorld.length] : 'Kim Person';
  return `${world} ${index}`;
}

/** A file with so many rows; every hundredth has a mistake, of each kind in turn. */
export function contactFile(rows: number): GeneratedFile {
  const lines = [csvLine(['Phone number', 'Name', 'Language', 'Time zone', 'Consent', 'Notes'])];
  const errors: Partial<Record<ImportErrorCode, number>> = {};
  const count = (code: ImportErrorCode) => {
    errors[code] = (errors[code] ?? 0) + 1;
  };
  let good = 0;
  const numberOf = (index: number) => `+4930${String(10_000_000 + index)}`;
  const special = [
    ...mistakes.map(([code, cells]) => [code, csvLine(cells)] as const),
    ['too_many_columns', lineWithTooManyColumns] as const,
    ['repeated_row', csvLine([numberOf(1), nameOf(1), '', '', '', ''])] as const,
    ['too_many_people', csvLine([numberOf(3), 'One too many', '', '', '', ''])] as const,
  ];
  for (let index = 0; index < rows - 1; index += 1) {
    const wrong = index % 100 === 99 ? special[Math.floor(index / 100) % special.length] : undefined;
    if (wrong) {
      count(wrong[0]);
      lines.push(wrong[1]);
      continue;
    }
    good += 1;
    // As many as may share a number have the fourth one, and two have the first.
    const number = index < 40 && index >= 31 ? numberOf(3) : index === 50 ? numberOf(0) : numberOf(index);
    lines.push(
      csvLine([
        number,
        nameOf(index),
        index % 3 === 0 ? 'de-DE' : '',
        '',
        index % 5 === 0 ? 'reminder' : '',
        '',
      ]),
    );
  }
  // At the end of the file: before it, the next quotation mark would close it.
  lines.push(lineWithOpenQuote);
  count('unclosed_quote');
  return { text: lines.join(''), rows, errors, good, shared: numberOf(0) };
}
