import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** Every row of every table as text: what a backup without AUTH_SECRET holds. The owner sees rows of all tenants. */
export async function wholeDatabase({ owner }: Pick<TestDatabase, 'owner'>): Promise<string> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select row_to_json(t)::text as text from ${name} t`,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** The ways in which a secret may be written down. */
export const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
];
