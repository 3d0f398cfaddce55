import pg from 'pg';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A database of its own, opened as the server does and as its owner, who may do anything with it. */
export interface OpenedDatabase {
  readonly created: TestDatabase;
  readonly database: Database;
  readonly owner: pg.Client;
  drop(): Promise<void>;
}

export async function openTestDatabase(): Promise<OpenedDatabase> {
  const created = await createTestDatabase();
  const database = await created.open();
  const owner = new pg.Client(created.owner);
  await owner.connect();
  const drop = async () => {
    await owner.end();
    await created.drop();
  };
  return { created, database, owner, drop };
}
