const guarded = /^'*[=+\-@\t\r]/;
const e164 = /^\+[0-9]{7,15}$/;

/**
 * One row of a file for spreadsheets, with its line break. A cell that a spreadsheet would take for a formula begins with
 * an apostrophe; a phone number stays as it is.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const cell = guarded.test(text) && !e164.test(text) ? `'${text}` : text;
  return /[",;|\t\r\n]|^\s|\s$|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The cell without the apostrophe that `csvLine` or a spreadsheet has put before it. */
export function unguardCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
