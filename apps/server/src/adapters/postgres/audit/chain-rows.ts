import type pg from 'pg';
import type { AuditChain, AuditCheckpoint, AuditSeal, ChainedEntry } from '../../../lib/audit-chain.ts';
import type { Transaction } from '../database.ts';
import { inArray, sql } from '../drizzle.ts';
import { entriesOf, isReadingId, type ReadingRow, readingColumns, rowOf } from './reading-rows.ts';
import { auditCheckpoints } from './tables.ts';

export type SignedCheckpoint = AuditCheckpoint & { readonly signature: Buffer };

/** The chain of what concerns the whole deployment. */
export const deploymentChain = '';

/** One server at a time seals or cuts; the lock ends with the transaction. */
export const sealingLock = sql`hashtext('parley audit'), hashtext('sealing')`;

/** What the chain covers of an entry, in the order of `entryOf`. */
const entryColumns = `id, tenant_id, (extract(epoch from at) * 1000000)::bigint::text, actor, actor_kind, address, action,
  subject, data::text, is_read`;

type EntryRow = readonly [
  ...[id: number, tenantId: string | null, at: string, actor: string, actorKind: string | null],
  ...[address: string | null, action: string, subject: string, data: string, isRead: boolean],
];

/** Without drizzle and with rows as arrays: there may be thousands, and each column costs. */
async function queryEntries(
  tx: Transaction,
  name: string,
  text: string,
  value: unknown,
): Promise<ChainedEntry[]> {
  const { rows } = await clientOf(tx).query<[...EntryRow]>({ name, text, values: [value], rowMode: 'array' });
  return rows.map(entryOf);
}

const clientOf = (tx: Transaction) => (tx as Transaction & { $client: pg.PoolClient }).$client;

function entryOf([id, tenantId, at, actor, actorKind, address, action, subject, data, isRead]: EntryRow) {
  return { id, tenantId, at, actor, actorKind, address, action, subject, data, isRead };
}

/** Everything that is stored of entries of one chain. */
export async function readEntries(
  tx: Transaction,
  tenantId: string,
  ids: readonly number[],
): Promise<ChainedEntry[]> {
  const text = `select ${entryColumns} from audit_log where id = any($1::bigint[]) order by id`;
  const others = ids.filter((id) => !isReadingId(id));
  const entries = others.length === 0 ? [] : await queryEntries(tx, 'audit entries', text, others);
  const rows = [...new Set(ids.filter(isReadingId).map(rowOf))];
  return rows.length === 0 ? entries : [...entries, ...(await readRows(tx, tenantId, rows)).flat()];
}

function readRows(tx: Transaction, tenantId: string, rowIds: readonly number[]): Promise<ChainedEntry[][]> {
  const text = `select ${readingColumns} from audit_readings r where tenant_id = $1 and id = any($2::bigint[])`;
  return queryReadings(tx, 'audit rows of readings', text, [tenantId, rowIds]);
}

async function queryReadings(
  tx: Transaction,
  name: string,
  text: string,
  values: unknown[],
): Promise<ChainedEntry[][]> {
  const { rows } = await clientOf(tx).query<[...ReadingRow]>({ name, text, values, rowMode: 'array' });
  return rows.map(entriesOf);
}

/** A row of the list of what no chain has. Where it names nothing, there are no entries. */
export interface UnsealedRow {
  /** Where it stands in the list. Nobody but the holder of the lock removes rows, and none is changed. */
  readonly place: string;
  readonly entries: readonly ChainedEntry[];
}

export interface Unsealed {
  readonly rows: readonly UnsealedRow[];
  /** False: more may be waiting, all of them later. */
  readonly isAll: boolean;
}

/**
 * The oldest entries that no chain has, without those of some chains. Each is looked up by its id (`offset 0`): where a chain
 * does not go on, its entries wait for long, and the database would read the whole log for them every few seconds.
 */
export async function oldestUnsealed(
  tx: Transaction,
  most: number,
  without: readonly string[],
): Promise<Unsealed> {
  const text = `
    select l.*, w.ctid::text from (
      select ctid, entry_id from audit_unsealed u
      where cardinality($2::text[]) = 0 or not exists (
        select from audit_log l where l.id = u.entry_id and coalesce(l.tenant_id, '') = any($2::text[])
        offset 0)
      order by entry_id limit $1::int
    ) w left join lateral (
      select ${entryColumns} from audit_log where id = w.entry_id offset 0
    ) l on true order by w.entry_id`;
  const { rows } = await clientOf(tx).query<[...EntryRow, place: string]>({
    ...{ name: 'audit entries to seal', text, values: [most, without], rowMode: 'array' },
  });
  const found = rows.map((row, n) => ({
    place: row[10],
    // One that is listed twice is sealed once.
    entries: row[0] === null || row[0] === rows[n - 1]?.[0] ? [] : [entryOf(row as unknown as EntryRow)],
  }));
  return { rows: found, isAll: rows.length < most };
}

/**
 * The oldest readings that no chain has, row by row: about as many as asked for, and at least one row. Each row is looked up by
 * its key, whatever the planner believes about the size of the list.
 */
export async function oldestUnsealedReadings(
  tx: Transaction,
  most: number,
  without: readonly string[],
): Promise<Unsealed> {
  const text = `
    select r.*, w.ctid::text, w.entry_count from (
      select ctid, tenant_id, reading_id, entry_count,
        sum(entry_count) over (order by reading_id, ctid) - entry_count as before
      from (
        select ctid, tenant_id, reading_id, entry_count from audit_unsealed_readings
        where tenant_id <> all($2::text[]) order by reading_id limit $1::int) w
    ) w left join lateral (
      select ${readingColumns} from audit_readings r
      where r.tenant_id = w.tenant_id and r.id = w.reading_id offset 0
    ) r on true where w.before < $1::int order by w.reading_id`;
  const { rows } = await clientOf(tx).query<[...ReadingRow, place: string, count: number]>({
    ...{ name: 'audit readings to seal', text, values: [most, without], rowMode: 'array' },
  });
  const found = rows.map((row) => ({
    place: row[11],
    entries: row[0] === null ? [] : entriesOf(row as unknown as ReadingRow),
  }));
  const counted = rows.reduce((sum, row) => sum + row[12], 0);
  return { rows: found, isAll: counted < most && rows.length < most };
}

export async function removeUnsealed(
  tx: Transaction,
  table: 'audit_unsealed' | 'audit_unsealed_readings',
  rows: readonly UnsealedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await clientOf(tx).query({
    name: `sealed of ${table}`,
    text: `delete from ${table} where ctid = any($1::tid[])`,
    values: [rows.map(({ place }) => place)],
  });
}

export type SealRow = AuditSeal & { readonly tenantId: string };

/** Without drizzle, which builds a statement anew each time, out of every value. */
export async function writeSeals(tx: Transaction, seals: readonly SealRow[]): Promise<void> {
  const rows = seals.map(({ tenantId, firstSeq, lastSeq, entryIds, macs }) => ({
    ...{
      tenant_id: tenantId,
      first_seq: firstSeq,
      last_seq: lastSeq,
      entry_ids: entryIds,
      macs: bytes(macs),
    },
  }));
  await clientOf(tx).query({
    name: 'audit seals',
    text: `
      insert into audit_seals (tenant_id, first_seq, last_seq, entry_ids, macs)
      select tenant_id, first_seq, last_seq, entry_ids, macs from json_populate_recordset(null::audit_seals, $1::json)`,
    values: [JSON.stringify(rows)],
  });
}

export async function readCheckpoint(tx: Transaction, tenantId: string): Promise<SignedCheckpoint | null> {
  return (await readCheckpoints(tx, [tenantId])).get(tenantId) ?? null;
}

export async function readCheckpoints(
  tx: Transaction,
  tenantIds: readonly string[],
): Promise<Map<string, SignedCheckpoint>> {
  const rows = await tx
    .select()
    .from(auditCheckpoints)
    .where(inArray(auditCheckpoints.tenantId, [...tenantIds]));
  return new Map(rows.map(({ tenantId, ...checkpoint }) => [tenantId, checkpoint]));
}

/** The empty chain, before its first entry. */
export function emptyChain(chain: AuditChain): AuditCheckpoint {
  const begin = chain.begin();
  return {
    ...{ cutSeq: 0, cutMac: begin, cutBefore: null, headSeq: 0, headMac: begin, signedAt: new Date(0) },
  };
}

export interface NewCheckpoint {
  readonly tenantId: string;
  readonly chain: AuditChain;
  readonly checkpoint: AuditCheckpoint;
}

/** Without drizzle, like `writeSeals`: it takes longer to build the statement than the database to carry it out. */
export async function writeCheckpoints(
  tx: Transaction,
  checkpoints: readonly NewCheckpoint[],
): Promise<void> {
  const signedAt = new Date();
  const rows = checkpoints.map(({ tenantId, chain, checkpoint }) => {
    const { cutSeq, cutMac, cutBefore, headSeq, headMac } = checkpoint;
    const signature = chain.sign({ cutSeq, cutMac, cutBefore, headSeq, headMac, signedAt });
    return {
      ...{ tenant_id: tenantId, cut_seq: cutSeq, cut_mac: bytes(cutMac), cut_before: cutBefore },
      ...{ head_seq: headSeq, head_mac: bytes(headMac), signed_at: signedAt, signature: bytes(signature) },
    };
  });
  await clientOf(tx).query({
    name: 'audit checkpoints',
    text: `
      insert into audit_checkpoints (tenant_id, cut_seq, cut_mac, cut_before, head_seq, head_mac, signed_at, signature)
      select tenant_id, cut_seq, cut_mac, cut_before, head_seq, head_mac, signed_at, signature
      from json_populate_recordset(null::audit_checkpoints, $1::json)
      on conflict (tenant_id) do update set
        cut_seq = excluded.cut_seq, cut_mac = excluded.cut_mac, cut_before = excluded.cut_before,
        head_seq = excluded.head_seq, head_mac = excluded.head_mac, signed_at = excluded.signed_at,
        signature = excluded.signature`,
    values: [JSON.stringify(rows)],
  });
}

/** As PostgreSQL reads bytes that are written as text. */
const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
