import type { AuditChain, AuditCheckpoint, ChainedEntry } from '../../../lib/audit-chain.ts';
import type { Transaction } from '../database.ts';
import { eq, sql } from '../drizzle.ts';
import { auditCheckpoints } from './tables.ts';

export type SignedCheckpoint = AuditCheckpoint & { readonly signature: Buffer };

/** The chain of what concerns the whole deployment. */
export const deploymentChain = '';

/** One server at a time seals or cuts; the lock ends with the transaction. */
export const sealingLock = sql`hashtext('parley audit'), hashtext('sealing')`;

/** Everything that is stored of entries, in the order of their ids. */
export async function readEntries(tx: Transaction, ids: readonly number[]): Promise<ChainedEntry[]> {
  const { rows } = await tx.execute<Record<keyof ChainedEntry, unknown>>(sql`
    select id, tenant_id as "tenantId", (extract(epoch from at) * 1000000)::bigint::text as at, actor,
      actor_kind as "actorKind", address, action, subject, data::text as data, is_read as "isRead"
    from audit_log where id = any(${sql.param(ids)}::bigint[]) order by id`);
  return rows as unknown as ChainedEntry[];
}

export async function readCheckpoint(tx: Transaction, tenantId: string): Promise<SignedCheckpoint | null> {
  const [row] = await tx.select().from(auditCheckpoints).where(eq(auditCheckpoints.tenantId, tenantId));
  return row ?? null;
}

/** The empty chain, before its first entry. */
export function emptyChain(chain: AuditChain): AuditCheckpoint {
  const begin = chain.begin();
  return {
    ...{ cutSeq: 0, cutMac: begin, cutBefore: null, headSeq: 0, headMac: begin, signedAt: new Date(0) },
  };
}

export async function writeCheckpoint(
  tx: Transaction,
  tenantId: string,
  chain: AuditChain,
  checkpoint: AuditCheckpoint,
): Promise<void> {
  const { cutSeq, cutMac, cutBefore, headSeq, headMac } = checkpoint;
  const signed = { cutSeq, cutMac, cutBefore, headSeq, headMac, signedAt: new Date() };
  const values = { ...signed, signature: chain.sign(signed) };
  await tx
    .insert(auditCheckpoints)
    .values({ tenantId, ...values })
    .onConflictDoUpdate({ target: auditCheckpoints.tenantId, set: values });
}
