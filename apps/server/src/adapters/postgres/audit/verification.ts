import { AuditChain } from '../../../lib/audit-chain.ts';
import { type AuditFinding, AuditVerification } from '../../../lib/audit-verification.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, gt, sql } from '../drizzle.ts';
import { deploymentChain, readCheckpoint, readEntries } from './chain-rows.ts';
import { everyEntry, rowOfSql } from './reading-rows.ts';
import { auditCheckpoints, auditSeals } from './tables.ts';

export interface VerifiedChain {
  readonly tenantId: string;
  /** How many entries the log has, and how many of them are not sealed yet. */
  readonly entries: number;
  readonly waiting: number;
  readonly findings: readonly AuditFinding[];
  readonly checkpoint: { readonly seq: number; readonly mac: string } | null;
}

export interface VerifyOptions {
  readonly key: Buffer;
  /** Only the chain of this one; `''` is the deployment's. */
  readonly tenantId: string | null;
  /** What somebody wrote down of this chain earlier. */
  readonly expected: { readonly seq: number; readonly mac: string } | null;
}

/** How many rows of the chain are read together. */
const sealsAtOnce = 20;

/** Compares the log with its chains, as both are at one moment. */
export function verifyAuditLog(database: Database, options: VerifyOptions): Promise<VerifiedChain[]> {
  return database.asSystem(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const known = await chains(tx);
    const wanted = known.filter((id) => options.tenantId === null || id === options.tenantId);
    const verified: VerifiedChain[] = [];
    for (const tenantId of wanted) verified.push(await verifyChain(tx, tenantId, known, options));
    return verified;
  });
}

/** Of whoever has an entry, a seal or a checkpoint; the deployment's comes first. */
async function chains(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select coalesce(tenant_id, '') as id from audit_log union select tenant_id from audit_readings
    union select tenant_id from audit_seals union select tenant_id from audit_checkpoints order by 1`);
  return rows.map(({ id }) => id);
}

async function verifyChain(
  tx: Transaction,
  tenantId: string,
  known: readonly string[],
  { key, expected }: VerifyOptions,
): Promise<VerifiedChain> {
  const checkpoint = await readCheckpoint(tx, tenantId);
  const { entries, waiting } = await counts(tx, tenantId);
  // Nothing of it is sealed yet.
  const isNew = checkpoint === null && entries === waiting && !(await hasSeals(tx, tenantId));
  const verification = new AuditVerification(new AuditChain(key, tenantId), checkpoint, expected);
  await addSeals(tx, tenantId, verification);
  const findings = [...verification.end(await insertedEntries(tx, tenantId))];
  if (tenantId === deploymentChain) findings.push(...(await missingChains(tx, known)));
  return {
    ...{ tenantId, entries, waiting },
    findings: isNew ? findings.filter(({ kind }) => kind !== 'checkpoint missing') : findings,
    checkpoint: checkpoint && { seq: checkpoint.headSeq, mac: checkpoint.headMac.toString('hex') },
  };
}

async function addSeals(tx: Transaction, tenantId: string, verification: AuditVerification): Promise<void> {
  for (let after = -1; ; ) {
    const seals = await tx
      .select()
      .from(auditSeals)
      .where(and(eq(auditSeals.tenantId, tenantId), gt(auditSeals.firstSeq, after)))
      .orderBy(asc(auditSeals.firstSeq))
      .limit(sealsAtOnce);
    const found = await readEntries(
      tx,
      tenantId,
      seals.flatMap(({ entryIds }) => entryIds),
    );
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    for (const seal of seals) verification.add(seal, byId);
    if (seals.length < sealsAtOnce) return;
    after = seals.at(-1)?.firstSeq ?? after;
  }
}

/** Whether an entry `l` is one of those that wait to be sealed. */
const waits = sql.raw(`(exists (select from audit_unsealed u where u.entry_id = l.id)
  or exists (select from audit_unsealed_readings u where u.reading_id = ${rowOfSql('l.id')}))`);
const entriesOfLog = sql.raw(`(${everyEntry}) l`);

async function counts(tx: Transaction, tenantId: string): Promise<{ entries: number; waiting: number }> {
  const { rows } = await tx.execute<{ entries: number; waiting: number }>(sql`
    select count(*) as entries, count(*) filter (where ${waits}) as waiting
    from ${entriesOfLog} where coalesce(l.tenant_id, '') = ${tenantId}`);
  return rows[0] ?? { entries: 0, waiting: 0 };
}

async function hasSeals(tx: Transaction, tenantId: string): Promise<boolean> {
  const rows = await tx
    .select({ seq: auditSeals.firstSeq })
    .from(auditSeals)
    .where(eq(auditSeals.tenantId, tenantId))
    .limit(1);
  return rows.length > 0;
}

async function insertedEntries(tx: Transaction, tenantId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${entriesOfLog} where coalesce(tenant_id, '') = ${tenantId} and not ${waits}
      and not exists (
        select from (select unnest(entry_ids) as id from audit_seals where tenant_id = ${tenantId}) s where s.id = l.id)
    order by id limit 1000`);
  return rows.map(({ id }) => id);
}

async function missingChains(tx: Transaction, known: readonly string[]): Promise<AuditFinding[]> {
  const { rows } = await tx.execute<{ subject: string }>(
    sql`select distinct subject from audit_log where tenant_id is null and action = 'audit.chain_begun'`,
  );
  const checkpoints = await tx.select({ id: auditCheckpoints.tenantId }).from(auditCheckpoints);
  const there = new Set([...known, ...checkpoints.map(({ id }) => id)]);
  return rows
    .filter(({ subject }) => !there.has(subject))
    .map(({ subject }) => ({ kind: 'chain missing', tenantId: subject }));
}
