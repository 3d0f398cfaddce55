import { randomBytes } from 'node:crypto';
import { createCallDocuments } from '../src/adapters/postgres/call-search/documents.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { openTransaction } from '../src/adapters/postgres/open-transaction.ts';

/** A call as a search test wants it; what is not said is as of an ordinary call that is over. */
export interface PlantedCall {
  readonly tenant?: string;
  readonly at?: string;
  readonly number?: string;
  readonly said?: readonly string[];
  readonly columns?: Readonly<Record<string, string | number | null>>;
}

/** An id of a call that was made at this time. */
export function idAt(at: string): string {
  const hex = Date.parse(at).toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const digits = `${hex.slice(0, 12)}7${hex.slice(13, 16)}8${hex.slice(17)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Adds a call with what was said, and returns its id. */
export async function plantCall(database: Database, call: PlantedCall = {}): Promise<string> {
  const { tenant = 'one', at = '2026-10-13T10:00:00Z', number = '+12025550123', said = [] } = call;
  const id = idAt(at);
  const columns = {
    ...{ tenant_id: tenant, id, agent_id: 'gs-dental', carrier: 'lab', direction: 'outbound' },
    ...{ from_number: '+15005550006', to_number: number, status: 'completed', engine: 'relay' },
    ...{ created_at: at, duration: 42, agent_version: 1 },
    ...call.columns,
  };
  const names = Object.keys(columns);
  await run(
    database,
    `insert into calls (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(columns),
  );
  for (const [ordinal, message] of said.entries()) {
    await run(
      database,
      `insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
       values ($1, $2, $3, 'user', $4, $5)`,
      [tenant, id, ordinal, message, at],
    );
  }
  return id;
}

export function run(database: Database, text: string, values: readonly unknown[] = []) {
  return database.asSystem(async (tx) => {
    const { rows } = await openTransaction(tx).executeSql(text, [...values]);
    return rows as Record<string, unknown>[];
  });
}

/** Makes the changes of everything that is due some seconds old. */
export async function settleDue(database: Database): Promise<void> {
  await run(
    database,
    `with due as (delete from call_search_due returning tenant_id, call_id)
     insert into call_search_due (tenant_id, call_id, added_at)
     select distinct tenant_id, call_id, now() - interval '1 minute' from due`,
  );
}

/** Writes the documents of what is due, as one server does. */
export async function writeDue(database: Database): Promise<number> {
  const documents = createCallDocuments(database);
  let all = 0;
  for (let before: string | null = null; ; ) {
    const { next, written } = await documents.writeSome(before);
    all += written;
    if (next === null) return all;
    before = next;
  }
}

/** Writes the documents of everything that is due and over, as if its changes were some seconds old. */
export async function writeDocuments(database: Database): Promise<number> {
  await settleDue(database);
  return writeDue(database);
}
