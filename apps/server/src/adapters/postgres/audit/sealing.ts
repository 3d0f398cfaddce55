import { AuditChain, type AuditCheckpoint, type ChainedEntry, macBytes } from '../../../lib/audit-chain.ts';
import type { AuditSealing } from '../../../ports/audit-log.ts';
import type { DeploymentKeys } from '../../../ports/deployment-keys.ts';
import type { Log } from '../../../ports/log.ts';
import type { Database, Transaction } from '../database.ts';
import { eq, sql } from '../drizzle.ts';
import { auditLog } from '../schema.ts';
import {
  deploymentChain,
  emptyChain,
  readCheckpoint,
  readEntries,
  sealingLock,
  writeCheckpoint,
} from './chain-rows.ts';
import { auditSeals, auditUnsealed } from './tables.ts';

/** How many entries a transaction seals. */
const entriesAtOnce = 1_000;

export function createAuditSealing(database: Database, keys: DeploymentKeys, log: Log): AuditSealing {
  const reported = new Set<string>();
  const sealTenant = async (tx: Transaction, key: Buffer, tenantId: string, entries: ChainedEntry[]) => {
    const chain = new AuditChain(key, tenantId);
    const head = await headOf(tx, chain, tenantId);
    if (head === null) {
      if (!reported.has(tenantId))
        log.error(
          { tenantId },
          'entries of the audit log are not sealed: the checkpoint of their chain was changed or removed',
        );
      reported.add(tenantId);
      await tx.insert(auditUnsealed).values(entries.map(({ id }) => ({ entryId: id })));
      return 0;
    }
    const seal = chain.seal(head, entries);
    await tx.insert(auditSeals).values({ tenantId, ...seal, entryIds: [...seal.entryIds] });
    await writeCheckpoint(tx, tenantId, chain, {
      ...head,
      headSeq: seal.lastSeq,
      headMac: Buffer.from(seal.macs.subarray(-macBytes)),
    });
    if (head.headSeq === 0 && tenantId !== deploymentChain) await noteBegun(tx, tenantId);
    return entries.length;
  };

  return {
    async sealSome() {
      const key = await keys.get('audit-chain');
      return database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ mine: boolean }>(
          sql`select pg_try_advisory_xact_lock(${sealingLock}) as mine`,
        );
        if (!rows[0]?.mine) return null;
        const ids = await takeUnsealed(tx);
        if (ids.length === 0) return 0;
        let sealed = 0;
        const entries = await readEntries(tx, ids);
        for (const [tenantId, own] of Map.groupBy(entries, (entry) => entry.tenantId ?? deploymentChain))
          sealed += await sealTenant(tx, key, tenantId, own);
        return sealed;
      });
    },
  };
}

async function takeUnsealed(tx: Transaction): Promise<number[]> {
  const { rows } = await tx.execute<{ entry_id: number }>(sql`
    delete from audit_unsealed where ctid = any(array(select ctid from audit_unsealed limit ${entriesAtOnce}))
    returning entry_id`);
  return rows.map(({ entry_id }) => entry_id);
}

/** Null where the checkpoint is not ours: a new one would hide that. */
async function headOf(tx: Transaction, chain: AuditChain, tenantId: string): Promise<AuditCheckpoint | null> {
  const checkpoint = await readCheckpoint(tx, tenantId);
  if (checkpoint !== null) return chain.isSigned(checkpoint) ? checkpoint : null;
  const [sealed] = await tx
    .select({ seq: auditSeals.firstSeq })
    .from(auditSeals)
    .where(eq(auditSeals.tenantId, tenantId))
    .limit(1);
  return sealed === undefined ? emptyChain(chain) : null;
}

/** So that a chain that is removed as a whole is missed. */
async function noteBegun(tx: Transaction, tenantId: string): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ tenantId: null, actor: 'system', action: 'audit.chain_begun', subject: tenantId });
}
