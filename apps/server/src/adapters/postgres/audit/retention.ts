import { AuditChain, macBytes } from '../../../lib/audit-chain.ts';
import { type AuditFinding, AuditVerification } from '../../../lib/audit-verification.ts';
import type { AuditRetention } from '../../../ports/audit-log.ts';
import type { DeploymentKeys } from '../../../ports/deployment-keys.ts';
import type { Log } from '../../../ports/log.ts';
import type { Database, Transaction } from '../database.ts';
import { and, asc, eq, lt, sql } from '../drizzle.ts';
import { appendAudit } from './append.ts';
import {
  readCheckpoint,
  readEntries,
  type SignedCheckpoint,
  sealingLock,
  writeCheckpoints,
} from './chain-rows.ts';
import { rowOfSql } from './reading-rows.ts';
import { auditSeals } from './tables.ts';

/** How many entries a transaction removes, about. */
const entriesAtOnce = 5_000;

export function createAuditRetention(database: Database, keys: DeploymentKeys, log: Log): AuditRetention {
  return {
    countBefore: (tenantId, before) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ count: number }>(
          sql`
            select count(*) + (
              select coalesce(sum(entry_count), 0) from audit_readings
              where tenant_id = ${tenantId} and newest < ${before.toISOString()}::timestamptz
            ) as count
            from audit_log where tenant_id = ${tenantId} and at < ${before.toISOString()}::timestamptz`,
        );
        return rows[0]?.count ?? 0;
      }),

    async cut(tenantId, before) {
      const chain = new AuditChain(await keys.get('audit-chain'), tenantId);
      return database.asSystem((tx) => cut(tx, chain, tenantId, before, log));
    },
  };
}

async function cut(
  tx: Transaction,
  chain: AuditChain,
  tenantId: string,
  before: Date,
  log: Log,
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sealingLock})`);
  const checkpoint = await readCheckpoint(tx, tenantId);
  if (checkpoint === null || !chain.isSigned(checkpoint)) return 0;
  const { last, finding } = await lastRemovable(tx, chain, tenantId, checkpoint, before);
  if (finding !== null)
    log.error(
      { tenantId, finding },
      'old entries of the audit log are kept: some of them were changed or removed',
    );
  if (last === null) return 0;
  const cutBefore =
    checkpoint.cutBefore !== null && checkpoint.cutBefore > before ? checkpoint.cutBefore : before;
  // First: the policy of the table lets nothing go that the checkpoint does not name.
  const cutTo = { ...checkpoint, cutSeq: last.seq, cutMac: last.mac, cutBefore };
  await writeCheckpoints(tx, [{ tenantId, chain, checkpoint: cutTo }]);
  const removed = await removeEntries(tx, tenantId, last.seq);
  await appendAudit(tx, {
    ...{ tenantId, actor: 'system', action: 'audit.cut', subject: tenantId },
    data: { entries: removed, throughSeq: last.seq },
  });
  return removed;
}

async function removeEntries(tx: Transaction, tenantId: string, lastSeq: number): Promise<number> {
  const sealed = sql`
    select unnest(entry_ids) as id from audit_seals where tenant_id = ${tenantId} and last_seq <= ${lastSeq}`;
  const { rowCount } = await tx.execute(sql`delete from audit_log where id in (${sealed})`);
  const { rows } = await tx.execute<{ count: number }>(sql`
    with removed as (
      delete from audit_readings
      where tenant_id = ${tenantId} and id in (select distinct ${sql.raw(rowOfSql('s.id'))} from (${sealed}) s)
      returning entry_count
    )
    select coalesce(sum(entry_count), 0)::bigint as count from removed`);
  await tx.execute(sql`delete from audit_seals where tenant_id = ${tenantId} and last_seq <= ${lastSeq}`);
  return (rowCount ?? 0) + (rows[0]?.count ?? 0);
}

interface Removable {
  readonly last: { readonly seq: number; readonly mac: Buffer } | null;
  readonly finding: AuditFinding | null;
}

/**
 * The last of the first rows of the chain that have nothing but older entries. They are verified before they go: a new
 * beginning of the chain would hide that they had been tampered with, however young they were.
 */
async function lastRemovable(
  tx: Transaction,
  chain: AuditChain,
  tenantId: string,
  checkpoint: SignedCheckpoint,
  before: Date,
): Promise<Removable> {
  const seals = await tx
    .select()
    .from(auditSeals)
    .where(
      and(eq(auditSeals.tenantId, tenantId), lt(auditSeals.firstSeq, checkpoint.cutSeq + 1 + entriesAtOnce)),
    )
    .orderBy(asc(auditSeals.firstSeq));
  const entries = await readEntries(
    tx,
    tenantId,
    seals.flatMap(({ entryIds }) => entryIds),
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const end = BigInt(before.getTime()) * 1_000n;
  const verification = new AuditVerification(chain, checkpoint);
  let last: Removable['last'] = null;
  for (const seal of seals) {
    const isYoung = seal.entryIds.some((id) => BigInt(byId.get(id)?.at ?? 0) >= end);
    if (isYoung) break;
    verification.add(seal, byId);
    const finding = verification.findings.find(({ kind }) => kind !== 'backdated');
    if (finding !== undefined) return { last, finding };
    last = { seq: seal.lastSeq, mac: Buffer.from(seal.macs.subarray(-macBytes)) };
  }
  return { last, finding: null };
}
