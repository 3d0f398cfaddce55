import type { Person } from '../../../ports/personal-data.ts';
import type { RegisteredTable } from './registered-table.ts';

/** What stands in the place of a number that was erased from a text. */
export const erasedNumber = '[erased]';

/**
 * A regular expression of PostgreSQL that matches the number in a text, with or without separators, but not as a part of
 * a longer number: neither beside another digit nor behind the country code of another number. Digits that follow behind a
 * separator may be a time or a price, so they do not protect the number from being erased.
 */
export function mentionPattern(number: string): string {
  const digits = [...number.replaceAll(/\D/g, '')].join('[-. ()/]{0,3}');
  const otherCountryCode = '(?<!\\+[-. ()/0-9]{0,20})';
  return `(?<![0-9])(?:(?:\\+|00)${digits}|${otherCountryCode}${digits})(?![0-9])`;
}

/**
 * The same for a number of JSON, which becomes 0: with words in its place the value would be no JSON any more. The database
 * writes no separators but the point of a fraction, and a space before each value of an object.
 */
function numberPattern(number: string): string {
  const digits = [...number.replaceAll(/\D/g, '')].join('\\.?');
  return `(?:^|(?<=": ))-?(?:[0-9]+\\.)?${digits}(?:\\.[0-9]+)?(?=[,}]|$)`;
}

/** A name as a whole, whatever its capitals and spaces: for PostgreSQL, and in JSON as the database writes strings there. */
function namePattern(name: string, inJson: boolean): string {
  const words = wordsOf(name).map((word) => (inJson ? JSON.stringify(word).slice(1, -1) : word));
  const space = inJson ? String.raw`(?:\s|\\[nrt])+` : String.raw`\s+`;
  const before = inJson ? String.raw`(?:(?<![[:alnum:]])|(?<=\\[nrt]))` : '(?<![[:alnum:]])';
  return `${before}${words.map(literally).join(space)}(?![[:alnum:]])`;
}

/** The same for JavaScript. */
export function nameExpression(name: string): RegExp {
  const literal = wordsOf(name).map(literally).join(String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu');
}

const wordsOf = (name: string) => name.trim().split(/\s+/u);
const literally = (word: string) => word.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);

/** One word is no name of a person: Robin is a bird, too. */
export const isFullName = (name: string): boolean => /\p{L}\S*\s+\S*\p{L}/u.test(name.trim());

export interface MentionStatement {
  readonly text: string;
  readonly values: readonly string[];
}

/** For PostgreSQL: the number or a name, wherever it stands in a text, or in the text of a JSON value. */
export function personPattern(number: string, names: readonly string[], inJson = false): string {
  return `(?i)${[mentionPattern(number), ...names.map((name) => namePattern(name, inJson))].join('|')}`;
}

/**
 * Statements that take the number and the full names of a person out of what others have said or written. The records
 * themselves stay: they are about somebody else.
 */
export function mentionStatements(
  table: RegisteredTable,
  person: Person,
  names: readonly string[],
): MentionStatement[] {
  if (person.kind !== 'number') return [];
  const { number } = person;
  return Object.entries(table.columns).flatMap(([column, content]) => {
    if (content !== 'words' && content !== 'words in JSON') return [];
    if (content === 'words')
      return {
        text: `update ${table.table} set "${column}" = regexp_replace("${column}", $1, $2, 'g') where "${column}" ~ $1`,
        values: [personPattern(number, names), erasedNumber],
      };
    const withoutNumbers = `regexp_replace("${column}"::text, $3, '0', 'g')`;
    return {
      text: `update ${table.table} set "${column}" = regexp_replace(${withoutNumbers}, $1, $2, 'g')::jsonb
             where "${column}"::text ~ $1`,
      values: [personPattern(number, names, true), erasedNumber, numberPattern(number)],
    };
  });
}
