import { randomUUID } from 'node:crypto';
import { type CallStatus, isTerminal } from '@parley/contract';
import type { NumberDigest } from '../../../ports/number-digest.ts';
import type {
  ErasureOrder,
  ErasureResult,
  Person,
  PersonalData,
  PersonExport,
} from '../../../ports/personal-data.ts';
import { appendAudit } from '../audit/append.ts';
import { noteCarrierRecords, noteErased } from '../data/erased.ts';
import type { Database, Transaction } from '../database.ts';
import { notify } from '../live-notices.ts';
import { openTransaction } from '../open-transaction.ts';
import { eraseFromFiles, warnImports } from './erased-from-imports.ts';
import { isFullName, mentionStatements } from './mentions.ts';
import { type Erasure, isTheirCall, type RegisteredTable } from './registered-table.ts';
import { deskTables } from './registry.ts';

/** What an organization holds about a person. Everything happens in one transaction in which only its rows exist. */
export function createPersonalData(
  database: Database,
  digestOf: NumberDigest,
  tables: readonly RegisteredTable[] = deskTables,
): PersonalData {
  return {
    find: (tenantId, person) =>
      database.forTenant(tenantId, async (tx) => {
        const found: Record<string, number> = {};
        for (const { table, erasure } of about(person, tables)) {
          const rows = await run(
            tx,
            `select count(*)::int as n from ${table} where ${erasure.where}`,
            person,
          );
          if (rows[0]?.n) found[table] = Number(rows[0].n);
        }
        return found;
      }),
    export: (tenantId, person) => database.forTenant(tenantId, (tx) => exportAll(tx, person, tables)),
    erase: async (tenantId, person, actor, erasure) => {
      for (;;) {
        const result = await eraseUnlessCalled(tenantId, person, actor, erasure);
        if (result.kind !== 'called meanwhile') return result;
      }
    },
  };

  /** A call that is admitted after the calls were locked must not be erased while it is live: all is rolled back. */
  async function eraseUnlessCalled(
    tenantId: string,
    person: Person,
    actor: string,
    erasure: ErasureOrder | undefined,
  ): Promise<ErasureResult | { kind: 'called meanwhile' }> {
    return database
      .forTenant(tenantId, async (tx): Promise<ErasureResult> => {
        await lockListed(tx, person);
        const callIds = await lockCalls(tx, person);
        if (callIds.live.length > 0) return { kind: 'live', callIds: callIds.live };
        await lockTold(tx, person);
        await warnImports(tx, person);
        const digest = person.kind === 'number' ? digestOf(tenantId, person.number) : '';
        if (erasure) await noteCarrierRecords(tx, tenantId, person, tables, erasure);
        const result = await eraseAll(tx, person, tables, digest, erasure?.id ?? randomUUID());
        // What is kept of this erasure is no record of the person that the receipt should count.
        if (erasure) delete result.blanked.erasures;
        if (erasure) await noteErased(tx, tenantId, digest, erasure, result);
        if (person.kind === 'number' && (result.deleted.calls ?? 0) > callIds.over.length)
          throw new CalledMeanwhile();
        const data = { deleted: result.deleted, blanked: result.blanked };
        await appendAudit(tx, { tenantId, actor, action: 'person.erased', subject: result.id, data });
        for (const callId of callIds.over) await notify(tx, { kind: 'removed', tenantId, callId });
        await notify(tx, { kind: 'erased', tenantId });
        return result;
      })
      .catch((error: unknown) => {
        if (error instanceof CalledMeanwhile) return { kind: 'called meanwhile' as const };
        throw error;
      });
  }
}

class CalledMeanwhile extends Error {}

interface TableAbout {
  readonly table: string;
  readonly columns: RegisteredTable['columns'];
  readonly erasure: Erasure;
}

/** The tables in which this kind of person is found. */
export function about(person: Person, tables: readonly RegisteredTable[]): TableAbout[] {
  return tables.flatMap(({ table, columns, byNumber, byUser }) => {
    const erasure = person.kind === 'number' ? byNumber : byUser;
    return erasure === undefined ? [] : [{ table, columns, erasure }];
  });
}

const idOf = (person: Person) => (person.kind === 'number' ? person.number : person.userId);

type Row = Record<string, unknown>;

async function run(tx: Transaction, text: string, person: Person): Promise<Row[]> {
  const { rows } = await openTransaction(tx).executeSql(text, [idOf(person)]);
  return rows as Row[];
}

async function exportAll(
  tx: Transaction,
  person: Person,
  tables: readonly RegisteredTable[],
): Promise<PersonExport> {
  const records: Record<string, Row[]> = {};
  for (const { table, columns, erasure } of about(person, tables)) {
    const rows = await run(tx, `select ${readable(columns)} from ${table} where ${erasure.where}`, person);
    if (rows.length > 0) records[table] = rows;
  }
  return { person, exportedAt: new Date(), records };
}

/** Every column, or, where some are credentials, the others. */
export function readable(columns: RegisteredTable['columns']): string {
  const entries = Object.entries(columns);
  if (entries.every(([, content]) => content !== 'credential')) return '*';
  return entries.flatMap(([name, content]) => (content === 'credential' ? [] : [`"${name}"`])).join(', ');
}

/** Whoever stores for a webhook that the number is listed is waited for, and comes after this otherwise. Before calls, as there. */
async function lockListed(tx: Transaction, person: Person): Promise<void> {
  if (person.kind === 'number')
    await run(tx, 'select 1 from do_not_call where number = $1 for update', person);
}

/** The same for what else webhooks tell of with its number. After calls, as whoever changes a follow-up with its call. */
async function lockTold(tx: Transaction, person: Person): Promise<void> {
  if (person.kind !== 'number') return;
  for (const table of ['follow_ups', 'recipients'])
    await run(tx, `select 1 from ${table} where number = $1 for update`, person);
}

async function lockCalls(tx: Transaction, person: Person): Promise<{ live: string[]; over: string[] }> {
  if (person.kind !== 'number') return { live: [], over: [] };
  const rows = await run(tx, `select id, status from calls where ${isTheirCall} for update`, person);
  const ids = (wanted: boolean) =>
    rows.filter(({ status }) => isTerminal(status as CallStatus) === wanted).map(({ id }) => String(id));
  return { live: ids(false), over: ids(true) };
}

type Erased = Extract<ErasureResult, { kind: 'erased' }>;

async function eraseAll(
  tx: Transaction,
  person: Person,
  tables: readonly RegisteredTable[],
  digest: string,
  id: string,
): Promise<Erased> {
  const deleted: Record<string, number> = {};
  const blanked: Record<string, number> = {};
  const kept: Record<string, string> = {};
  const count = (into: Record<string, number>, table: string, rows: number) => {
    if (rows > 0) into[table] = (into[table] ?? 0) + rows;
  };
  const names = await fullNames(tx, person);
  for (const { table, erasure } of about(person, tables)) {
    const { where, action } = erasure;
    switch (action.kind) {
      case 'delete':
        count(
          deleted,
          table,
          (await run(tx, `delete from ${table} where ${where} returning 1`, person)).length,
        );
        break;
      case 'goes with':
        count(deleted, table, (await run(tx, `select 1 from ${table} where ${where}`, person)).length);
        break;
      case 'blank':
      case 'blank own': {
        const text = `update ${table} set ${settings(action).join(', ')} where ${where} returning 1`;
        count(blanked, table, (await run(tx, text, person)).length);
        break;
      }
      case 'digest': {
        const { column } = action;
        const values = [idOf(person), digest];
        const { executeSql } = openTransaction(tx);
        // One that was erased before and has come back since: what is kept of it is there already.
        await executeSql(
          `delete from ${table} where ${where} and exists (
             select from ${table} as kept where kept.tenant_id = ${table}.tenant_id and kept.${column} = $2)`,
          values,
        );
        const text = `update ${table} set ${column} = $2 where ${where} returning 1`;
        const { rows } = await executeSql(text, values);
        count(blanked, table, rows.length);
        if (rows.length > 0) kept[table] = action.why;
        break;
      }
      case 'keep':
        if ((await run(tx, `select 1 from ${table} where ${where} limit 1`, person)).length > 0)
          kept[table] = action.why;
    }
  }
  for (const table of tables) {
    for (const { text, values } of mentionStatements(table, person, names)) {
      const { rows } = await openTransaction(tx).executeSql(`${text} returning 1`, [...values]);
      count(blanked, table.table, rows.length);
    }
  }
  count(blanked, 'contact_import_parts', await eraseFromFiles(tx, person, names));
  return { kind: 'erased', id, deleted, blanked, kept };
}

/** Of their contacts. Nobody can know whom a name means that somebody else has too. */
async function fullNames(tx: Transaction, person: Person): Promise<string[]> {
  if (person.kind !== 'number') return [];
  const rows = await run(
    tx,
    `select name from contacts where number = $1
       and not exists (select from contacts as other where other.name_key = contacts.name_key and other.number <> $1)
       and not exists (select from desk_people where lower(display_name) = lower(contacts.name))
       and not exists (select from seen_people where lower(display_name) = lower(contacts.name))`,
    person,
  );
  return rows.map(({ name }) => String(name)).filter(isFullName);
}

function settings(action: Extract<Erasure['action'], { kind: 'blank' | 'blank own' }>): string[] {
  if (action.kind === 'blank')
    return Object.entries(action.columns).map(([name, value]) => `"${name}" = ${literal(value)}`);
  return Object.entries(action.ids).flatMap(([id, names]) => [
    `"${id}" = nullif("${id}", $1)`,
    ...names.map((name) => `"${name}" = case when "${id}" = $1 then null else "${name}" end`),
  ]);
}

/** Written in the registry, never given by anybody. */
const literal = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);
