import { AuditChain, macBytes } from '../../../lib/audit-chain.ts';
import type { AuditRetention } from '../../../ports/audit-log.ts';
import type { DeploymentKeys } from '../../../ports/deployment-keys.ts';
import type { Database, Transaction } from '../database.ts';
import { asc, eq, sql } from '../drizzle.ts';
import { appendAudit } from './append.ts';
import { readCheckpoint, sealingLock, writeCheckpoint } from './chain-rows.ts';
import { auditSeals } from './tables.ts';

/** How many rows of the chain are looked at together. */
const sealsAtOnce = 50;
/** How many entries a transaction removes, about. */
const entriesAtOnce = 5_000;

export function createAuditRetention(database: Database, keys: DeploymentKeys): AuditRetention {
  return {
    countBefore: (tenantId, before) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ count: number }>(
          sql`select count(*) as count from audit_log where tenant_id = ${tenantId} and at < ${before.toISOString()}::timestamptz`,
        );
        return rows[0]?.count ?? 0;
      }),

    async cut(tenantId, before) {
      const chain = new AuditChain(await keys.get('audit-chain'), tenantId);
      return database.asSystem((tx) => cut(tx, chain, tenantId, before));
    },
  };
}

async function cut(tx: Transaction, chain: AuditChain, tenantId: string, before: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sealingLock})`);
  const checkpoint = await readCheckpoint(tx, tenantId);
  if (checkpoint === null || !chain.isSigned(checkpoint)) return 0;
  const last = await lastRemovable(tx, tenantId, before);
  if (last === null) return 0;
  const cutBefore =
    checkpoint.cutBefore !== null && checkpoint.cutBefore > before ? checkpoint.cutBefore : before;
  // First: the policy of the table lets nothing go that the checkpoint does not name.
  await writeCheckpoint(tx, tenantId, chain, {
    ...checkpoint,
    ...{ cutSeq: last.seq, cutMac: last.mac, cutBefore },
  });
  const { rowCount } = await tx.execute(sql`
    delete from audit_log where id in (
      select unnest(entry_ids) from audit_seals where tenant_id = ${tenantId} and last_seq <= ${last.seq})`);
  await tx.execute(sql`delete from audit_seals where tenant_id = ${tenantId} and last_seq <= ${last.seq}`);
  const removed = rowCount ?? 0;
  await appendAudit(tx, {
    ...{ tenantId, actor: 'system', action: 'audit.cut', subject: tenantId },
    data: { entries: removed, throughSeq: last.seq },
  });
  return removed;
}

/** The last of the first rows of the chain that have nothing but older entries. */
async function lastRemovable(
  tx: Transaction,
  tenantId: string,
  before: Date,
): Promise<{ seq: number; mac: Buffer } | null> {
  const seals = await tx
    .select()
    .from(auditSeals)
    .where(eq(auditSeals.tenantId, tenantId))
    .orderBy(asc(auditSeals.firstSeq))
    .limit(sealsAtOnce);
  let last: { seq: number; mac: Buffer } | null = null;
  let entries = 0;
  for (const { entryIds, lastSeq, macs } of seals) {
    const { rows } = await tx.execute<{ young: boolean }>(sql`
      select exists (select from audit_log where id = any(${sql.param(entryIds)}::bigint[])
        and at >= ${before.toISOString()}::timestamptz) as young`);
    if (rows[0]?.young) break;
    last = { seq: lastSeq, mac: Buffer.from(macs.subarray(-macBytes)) };
    entries += entryIds.length;
    if (entries >= entriesAtOnce) break;
  }
  return last;
}
