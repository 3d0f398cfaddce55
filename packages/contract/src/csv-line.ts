/**
 * What begins a formula: = + - @ with their full-width, small, raised and lowered forms. Programs for tables skip white space,
 * marks without a width and quotation marks before it.
 */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−]';
const skipped = '[\\s\\uFEFF\\u200B-\\u200F\\u2060\\0"]*';
/** Tab and line breaks are characters that some programs cut off before they look for a formula. */
const beginning = `(?:${skipped}${sign}|[\\t\\r\\n])`;

const guarded = new RegExp(`^'*${beginning}`);
const unguarded = new RegExp(`^'(?='*${beginning})`);
const e164 = /^\+[0-9]{7,15}$/;

/**
 * Inside a cell: a program that is set to another separator than the comma begins a new cell there, and a new row at a line
 * break, whatever the quotation marks say.
 */
const inner = new RegExp(`(?<=[;|\\t\\r\\n])(?='*"*${sign})`, 'g');
const innerGuard = new RegExp(`(?<=[;|\\t\\r\\n])'(?='*"*${sign})`, 'g');

/**
 * One row of a file for spreadsheets, with its line break: the only way in which the desk writes such a file. What a
 * spreadsheet would take for a formula gets an apostrophe before it; a phone number stays as it is.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  if (e164.test(text)) return text;
  const inside = text.replace(inner, "'");
  const cell = guarded.test(inside) ? `'${inside}` : inside;
  return /[",;|\t\r\n]|^\s|\s$|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The cell without the apostrophes that `csvLine` or a spreadsheet has put into it. */
export function unguardCell(cell: string): string {
  return cell.replace(unguarded, '').replace(innerGuard, '');
}
