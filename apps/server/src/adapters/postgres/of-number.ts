import { type SQL, sql } from './drizzle.ts';

/**
 * The rows of one number, read through the index that begins with organization and number. `number = …` would say the same,
 * but where the statistics are older than the rows of an organization, all its indexes seem equally good, and the database may
 * read every row of the organization for each number. The order is one that only this index has.
 */
export const ofNumber = (number: SQL): SQL => sql`number between ${number} and ${number} order by number`;
