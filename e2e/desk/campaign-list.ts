export interface ListedPerson {
  cells: readonly string[];
  /** What came of it, once the campaign is over, as the results file says it. */
  result: string;
}

export const header = [
  ...['Patient', 'Phone', 'Day', 'Time Zone', 'Consent', 'Customer ID', 'Notes', 'Remark'],
];

const person = (result: string, ...cells: string[]): ListedPerson => ({
  cells: [...cells, ...header.slice(cells.length).map(() => '')],
  result,
});
const wrong = (...cells: string[]) => person('To fix', ...cells);
const refused = (...cells: string[]) => person('Refused', ...cells);

/** A list of 30 with every kind of mistake. Outcomes of the numbers are those of the sandbox. */
export const people: readonly ListedPerson[] = [
  person('Reached', 'Ann Lee', '+15005550010', 'Monday', '', '', 'A-1', 'tall; "quoted"', '=1+1'),
  person('Not reached', 'Bo Diaz', '+15005550101', 'Tuesday'),
  person('Not reached', 'Cy Ito', '+15005550102', 'Tuesday'),
  person('Not reached', 'Di Fox', '+15005550103', 'Tuesday'),
  person('Reached', 'Ed Gil', '+15005550023', 'Tuesday'),
  person('Not reached', 'Flo Hay', '+15005550107', 'Tuesday'),
  person('Taken out', 'Gus Ivo', '+15005550108', 'Tuesday'),
  // One number, two people; then one of them again.
  person('Reached', 'Hal Joy', '+15005550020', 'Friday'),
  person('Reached', 'Ida Joy', '+15005550020', 'Friday'),
  refused('HÁL  joy', '+1 500 555 0020', 'Friday'),
  // A number as people write it at home, and a place that the file knows.
  person('Reached', 'Jon Kay', '(202) 555-0142', 'Friday', '', 'reminder: yes (web, 2026-10-13)'),
  person('Reached', 'Kim Lux', '+12025550143', 'Friday', 'America/Denver'),
  person('Reached', 'Vic Wes', '+12025550150', 'Friday', '', '', '', '', '@SUM(A1:A9)'),
  person('Reached', 'Wim Xu', "'+15005550021", 'Friday', '', '', '0042'),
  // To be mended in place.
  person('Reached', 'Leo May', 'nonsense', 'Friday'),
  person('Reached', 'Quin Roe', '+18005550145', 'Friday'),
  wrong('Mia Nil', '', 'Friday'),
  wrong('Ray Sol', '+12025550146', 'Friday', 'Mars/Olympus'),
  wrong('Sam Tru', '+12025550147', 'Friday', '', 'perhaps'),
  wrong('Uma Voy', '+12025550149', ''),
  wrong('Una Voy', '+12025550149', 'x'.repeat(501)),
  wrong('N'.repeat(121), '+12025550151', 'Friday'),
  wrong('Xia Yun', '+12025550152', 'Friday', '', '', '7'.repeat(201)),
  wrong('Yul Zoe', '+12025550153', 'Friday', '', '', '', '', '', 'moved'),
  wrong('Zed Abe', '+12025550154', 'Friday', '', '', '', 'bell \u0007'),
  refused('Ned Orr', '+19005550123', 'Friday'),
  refused('Ola Pim', '+15005550066', 'Friday'),
  refused('Pat Quy', '+15005550006', 'Friday'),
  refused('Tia Ubo', '+12025550148', 'Friday', '', 'reminder: no (written, 2026-10-13)'),
];

/** The last row: its quotation mark is never closed. */
export const unclosed = '"Abe Bly;+12025550155;Friday';

/** As spreadsheet programs save it in countries where the comma divides numbers. */
export const listText = `\uFEFF${[
  ...[header, ...people.map(({ cells }) => cells)].map((cells) => cells.map(cell).join(';')),
  unclosed,
].join('\r\n')}`;

/** What is typed over the cell that is wrong, by the name of the person. */
export const mended: Readonly<Record<string, { title: string; text: string } | undefined>> = {
  'Leo May': { title: 'Phone', text: '+15005550022' },
  'Quin Roe': { title: 'Time Zone', text: 'America/Chicago' },
};

/** The columns of the file as they are kept: as they were mended, and with a space where a character is no text. */
export function keptCells({ cells }: ListedPerson): string[] {
  const { title, text } = mended[cells[0] ?? ''] ?? {};
  return header.map((each, at) => (each === title ? text : cells[at])?.replace('\u0007', ' ') ?? '');
}

function cell(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
