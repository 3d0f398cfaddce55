import { type SQL, sql } from './drizzle.ts';

/**
 * The rows with one value of a column, read through the index that begins with organization and column. `column = …` would say
 * the same, but where the statistics are older than the rows of an organization, all its indexes seem equally good, and the
 * database may read every row of the organization for each value. The order is one that only this index has.
 */
export const withOne = (column: SQL, value: SQL): SQL =>
  sql`${column} between ${value} and ${value} order by ${column}`;

/** The rows of one number, as above. */
export const ofNumber = (number: SQL): SQL => withOne(sql`number`, number);
