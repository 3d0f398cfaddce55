import { AuditChain, type AuditCheckpoint, type ChainedEntry, macBytes } from '../../../lib/audit-chain.ts';
import type { AuditSealing } from '../../../ports/audit-log.ts';
import type { DeploymentKeys } from '../../../ports/deployment-keys.ts';
import type { Log } from '../../../ports/log.ts';
import type { Database, Transaction } from '../database.ts';
import { inArray, sql } from '../drizzle.ts';
import { auditLog } from '../schema.ts';
import {
  deploymentChain,
  emptyChain,
  type NewCheckpoint,
  readCheckpoints,
  type SealRow,
  sealingLock,
  takeUnsealed,
  takeUnsealedReadings,
  writeCheckpoints,
  writeSeals,
} from './chain-rows.ts';
import { isReadingId, rowOf } from './reading-rows.ts';
import { auditSeals, auditUnsealed, auditUnsealedReadings } from './tables.ts';

/**
 * How many entries a transaction seals, and how many readings beside them: however many organizations they are of, it has the
 * same few statements. Each has its own number, so that entries that cannot be sealed do not keep readings waiting.
 */
const entriesAtOnce = 2_000;
const readingsAtOnce = 2_000;
/** Of one row: retention removes whole rows. */
const entriesOfSeal = 1_000;

export function createAuditSealing(database: Database, keys: DeploymentKeys, log: Log): AuditSealing {
  const reported = new Set<string>();
  const report = (tenantId: string) => {
    if (!reported.has(tenantId))
      log.error(
        { tenantId },
        'entries of the audit log are not sealed: the checkpoint of their chain was changed or removed',
      );
    reported.add(tenantId);
  };

  const sealParts = async (tx: Transaction, key: Buffer, parts: Part[]) => {
    const byTenant = Map.groupBy(parts, ([entry]) => entry?.tenantId ?? deploymentChain);
    const heads = await headsOf(tx, key, [...byTenant.keys()]);
    const seals: SealRow[] = [];
    const checkpoints: NewCheckpoint[] = [];
    const begun: string[] = [];
    const left: Part[] = [];
    for (const [tenantId, own] of byTenant) {
      const { chain, head } = heads(tenantId);
      if (head === null) {
        report(tenantId);
        left.push(...own);
        continue;
      }
      const sealed = sealChain(chain, head, own.toSorted(byTime));
      seals.push(...sealed.seals.map((seal) => ({ tenantId, ...seal })));
      checkpoints.push({ tenantId, chain, checkpoint: { ...head, ...sealed.end } });
      if (head.headSeq === 0 && tenantId !== deploymentChain) begun.push(tenantId);
    }
    await putBack(tx, left);
    if (seals.length > 0) await writeSeals(tx, seals);
    if (checkpoints.length > 0) await writeCheckpoints(tx, checkpoints);
    await noteBegun(tx, begun);
    return entriesIn(parts) - entriesIn(left);
  };

  return {
    async sealSome() {
      const key = await keys.get('audit-chain');
      return database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ mine: boolean }>(
          sql`select pg_try_advisory_xact_lock(${sealingLock}) as mine`,
        );
        if (!rows[0]?.mine) return null;
        const entries = await takeUnsealed(tx, entriesAtOnce);
        const readings = await takeUnsealedReadings(tx, readingsAtOnce);
        const parts = [
          ...entries.map((entry): Part => [entry]),
          ...readings.filter(({ length }) => length > 0),
        ];
        return parts.length === 0 ? 0 : sealParts(tx, key, parts);
      });
    },
  };
}

/** An entry, or all of a row of readings, which stay together: retention removes them together. */
type Part = readonly ChainedEntry[];

/**
 * What waited for long, because no server sealed, has entries and readings of the same time: one kind after the other would
 * look like dated back (AU7).
 */
const byTime = ([one]: Part, [other]: Part) => Number(one?.at ?? 0) - Number(other?.at ?? 0);

const entriesIn = (parts: readonly Part[]) => parts.reduce((sum, { length }) => sum + length, 0);

function sealChain(chain: AuditChain, head: AuditCheckpoint, parts: readonly Part[]) {
  const seals: Omit<SealRow, 'tenantId'>[] = [];
  let end: Pick<AuditCheckpoint, 'headSeq' | 'headMac'> = head;
  for (const entries of sealsOf(parts)) {
    const seal = chain.seal(end, entries);
    seals.push(seal);
    end = { headSeq: seal.lastSeq, headMac: Buffer.from(seal.macs.subarray(-macBytes)) };
  }
  return { seals, end: { headSeq: end.headSeq, headMac: end.headMac } };
}

function sealsOf(parts: readonly Part[]): ChainedEntry[][] {
  const seals: ChainedEntry[][] = [];
  for (const part of parts) {
    const last = seals.at(-1);
    if (last === undefined || last.length + part.length > entriesOfSeal) seals.push([...part]);
    else last.push(...part);
  }
  return seals;
}

async function putBack(tx: Transaction, parts: readonly Part[]): Promise<void> {
  const entries: { entryId: number }[] = [];
  const rows: { tenantId: string; readingId: number; entryCount: number }[] = [];
  for (const [first, ...others] of parts) {
    if (first === undefined) continue;
    const { id, tenantId } = first;
    if (isReadingId(id))
      rows.push({ tenantId: tenantId ?? '', readingId: rowOf(id), entryCount: others.length + 1 });
    else entries.push({ entryId: id });
  }
  if (entries.length > 0) await tx.insert(auditUnsealed).values(entries);
  if (rows.length > 0) await tx.insert(auditUnsealedReadings).values(rows);
}

/** Where each chain goes on. Null where its checkpoint is not ours: a new one would hide that. */
async function headsOf(tx: Transaction, key: Buffer, tenantIds: readonly string[]) {
  const checkpoints = await readCheckpoints(tx, tenantIds);
  const without = tenantIds.filter((id) => !checkpoints.has(id));
  const withSeals = new Set(
    without.length === 0
      ? []
      : (
          await tx
            .selectDistinct({ tenantId: auditSeals.tenantId })
            .from(auditSeals)
            .where(inArray(auditSeals.tenantId, without))
        ).map(({ tenantId }) => tenantId),
  );
  return (tenantId: string): { chain: AuditChain; head: AuditCheckpoint | null } => {
    const chain = new AuditChain(key, tenantId);
    const checkpoint = checkpoints.get(tenantId);
    if (checkpoint === undefined) return { chain, head: withSeals.has(tenantId) ? null : emptyChain(chain) };
    return { chain, head: chain.isSigned(checkpoint) ? checkpoint : null };
  };
}

/** So that a chain that is removed as a whole is missed. */
async function noteBegun(tx: Transaction, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  const entry = { tenantId: null, actor: 'system', action: 'audit.chain_begun' } as const;
  await tx.insert(auditLog).values(tenantIds.map((subject) => ({ ...entry, subject })));
}
