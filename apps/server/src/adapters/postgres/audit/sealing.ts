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
  oldestUnsealed,
  oldestUnsealedReadings,
  readCheckpoints,
  removeUnsealed,
  type SealRow,
  sealingLock,
  type Unsealed,
  writeCheckpoints,
  writeSeals,
} from './chain-rows.ts';
import { auditSeals } from './tables.ts';

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

  /** What is to be sealed next, and where the chains go on. What belongs to a chain that does not go on stays in the list. */
  const nextParts = async (tx: Transaction, key: Buffer) => {
    const broken: string[] = [];
    for (;;) {
      const entries = await oldestUnsealed(tx, entriesAtOnce, broken);
      const readings = await oldestUnsealedReadings(tx, readingsAtOnce, broken);
      const rows = [...entries.rows, ...readings.rows];
      const tenantIds = [...new Set(rows.flatMap(({ entries: [first] }) => (first ? [chainOf(first)] : [])))];
      const heads = tenantIds.length === 0 ? new Map<string, Head>() : await headsOf(tx, key, tenantIds);
      const others = tenantIds.filter((tenantId) => !heads.has(tenantId));
      if (others.length === 0) return { heads, ...untilSameTime(entries, readings) };
      others.forEach(report);
      // Read again without them: however many there are, they keep nothing else waiting.
      broken.push(...others);
    }
  };

  const sealParts = async (tx: Transaction, heads: ReadonlyMap<string, Head>, parts: readonly Part[]) => {
    const byTenant = Map.groupBy(parts, ([entry]) => (entry ? chainOf(entry) : deploymentChain));
    const seals: SealRow[] = [];
    const checkpoints: NewCheckpoint[] = [];
    const begun: string[] = [];
    for (const [tenantId, own] of byTenant) {
      const at = heads.get(tenantId);
      if (!at) continue;
      const { chain, head } = at;
      const sealed = sealChain(chain, head, own.toSorted(byTime));
      seals.push(...sealed.seals.map((seal) => ({ tenantId, ...seal })));
      checkpoints.push({ tenantId, chain, checkpoint: { ...head, ...sealed.end } });
      if (head.headSeq === 0 && tenantId !== deploymentChain) begun.push(tenantId);
    }
    if (seals.length > 0) await writeSeals(tx, seals);
    if (checkpoints.length > 0) await writeCheckpoints(tx, checkpoints);
    await noteBegun(tx, begun);
    return entriesIn(parts);
  };

  return {
    async sealSome() {
      const key = await keys.get('audit-chain');
      return database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ mine: boolean }>(
          sql`select pg_try_advisory_xact_lock(${sealingLock}) as mine`,
        );
        if (!rows[0]?.mine) return null;
        const { heads, entries, readings } = await nextParts(tx, key);
        await removeUnsealed(tx, 'audit_unsealed', entries);
        await removeUnsealed(tx, 'audit_unsealed_readings', readings);
        const parts = [...entries, ...readings].map((row) => row.entries).filter(({ length }) => length > 0);
        return parts.length === 0 ? 0 : sealParts(tx, heads, parts);
      });
    },
  };
}

const chainOf = ({ tenantId }: ChainedEntry) => tenantId ?? deploymentChain;

/**
 * Where more is waiting than is sealed at once, entries and readings are sealed up to the same time: what is left of the one kind
 * would look like dated back behind later ones of the other (AU7).
 */
function untilSameTime(entries: Unsealed, readings: Unsealed) {
  const ends = [entries, readings].flatMap(({ rows, isAll }) =>
    isAll ? [] : rows.flatMap((row) => (row.entries[0] ? [Number(row.entries[0].at)] : [])).slice(-1),
  );
  const end = Math.min(...ends);
  const isDue = ({ entries: [first] }: Unsealed['rows'][number]) => !first || Number(first.at) <= end;
  return { entries: entries.rows.filter(isDue), readings: readings.rows.filter(isDue) };
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

interface Head {
  readonly chain: AuditChain;
  readonly head: AuditCheckpoint;
}

/** Where each chain goes on. Nowhere where its checkpoint is not ours: a new one would hide that. */
async function headsOf(
  tx: Transaction,
  key: Buffer,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, Head>> {
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
  return new Map(
    tenantIds.flatMap((tenantId): [string, Head][] => {
      const chain = new AuditChain(key, tenantId);
      const checkpoint = checkpoints.get(tenantId);
      if (checkpoint) return chain.isSigned(checkpoint) ? [[tenantId, { chain, head: checkpoint }]] : [];
      return withSeals.has(tenantId) ? [] : [[tenantId, { chain, head: emptyChain(chain) }]];
    }),
  );
}

/** So that a chain that is removed as a whole is missed. */
async function noteBegun(tx: Transaction, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  const entry = { tenantId: null, actor: 'system', action: 'audit.chain_begun' } as const;
  await tx.insert(auditLog).values(tenantIds.map((subject) => ({ ...entry, subject })));
}
