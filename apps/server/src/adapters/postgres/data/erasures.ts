import { randomUUIDv7 } from 'node:crypto';
import type { Erasure, ErasureProblem } from '@parley/contract';
import type { QueueName } from '../../../jobs/queues.ts';
import type {
  CarrierDeletion,
  ErasureKey,
  ErasureRecord,
  Erasures,
  OpenErasure,
} from '../../../ports/erasures.ts';
import type { JobScheduler } from '../../../ports/jobs.ts';
import type { NumberDigest } from '../../../ports/number-digest.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { openTransaction } from '../open-transaction.ts';
import { deskTables } from '../personal-data/registry.ts';

export const erasureQueue: QueueName = 'erasure';

const shownErasures = 20;

interface ErasureRow {
  id: string;
  state: Erasure['state'];
  problem: ErasureProblem | null;
  deleted: Record<string, number>;
  blanked: Record<string, number>;
  at_carrier: number;
  left_at_carrier: number;
  requested_by_name: string | null;
  requested_at: Date | string;
  finished_at: Date | string | null;
  repeated: boolean;
  [column: string]: unknown;
}

export function createErasures(
  database: Database,
  scheduler: JobScheduler,
  digestOf: NumberDigest,
  now: () => Date,
): Erasures {
  const schedule = (tx: Transaction, { tenantId, id }: ErasureKey, at: Date) =>
    scheduler.once(
      { tenantId, queue: erasureQueue, key: id, data: { tenantId, erasureId: id } },
      at,
      openTransaction(tx),
    );

  return {
    request: (caller, number, neverCall) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId, displayName } = caller;
        const digest = digestOf(tenantId, number);
        const id = randomUUIDv7();
        const { rows } = await tx.execute(sql`
          insert into erasures (tenant_id, id, digest, number, state, never_call, requested_by, requested_by_name)
          values (${tenantId}, ${id}, ${digest}, ${number}, 'running', ${neverCall}, ${userId}, ${displayName})
          on conflict (tenant_id, digest) where state <> 'done' do nothing returning id`);
        if (rows.length > 0) {
          await appendAudit(tx, {
            ...{ tenantId, actor: userId, action: 'person.erasure_requested', subject: id },
          });
          await schedule(tx, { tenantId, id }, now());
        }
        const [erasure] = await read(tx, sql`digest = ${digest}`, 1);
        if (!erasure) throw new Error('An erasure that was just asked for is gone.');
        return erasure;
      }),

    list: (tenantId) => database.forTenant(tenantId, (tx) => read(tx, sql`true`, shownErasures)),

    open: ({ tenantId, id }) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ [column: string]: unknown }>(sql`
          select digest, number, never_call, state, requested_by from erasures
          where tenant_id = ${tenantId} and id = ${id} and state <> 'done'`);
        const [row] = rows;
        return row
          ? ({
              ...{ tenantId, id, digest: row.digest, number: row.number, state: row.state },
              ...{ neverCall: row.never_call, requestedBy: row.requested_by },
            } as OpenErasure)
          : null;
      }),

    postpone: (key, problem, at) =>
      database.forTenant(key.tenantId, async (tx) => {
        await tx.execute(sql`
          update erasures set problem = ${problem},
            state = case when state in ('running', 'waiting') and ${problem} = 'live_call' then 'waiting' else state end
          where tenant_id = ${key.tenantId} and id = ${key.id}`);
        await schedule(tx, key, at);
      }),

    deletions: ({ tenantId, id }, limit) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ [column: string]: unknown }>(sql`
          select id, kind, carrier, carrier_account, carrier_sid from carrier_deletions
          where tenant_id = ${tenantId} and erasure_id = ${id} order by id limit ${limit}`);
        return rows.map(
          (row) =>
            ({
              ...{ id: row.id, kind: row.kind, carrier: row.carrier },
              ...{ carrierAccount: row.carrier_account, carrierSid: row.carrier_sid },
            }) as CarrierDeletion,
        );
      }),

    forgotten: ({ tenantId }, deletionIds) =>
      database.forTenant(tenantId, async (tx) => {
        await tx.execute(sql`
          delete from carrier_deletions
          where tenant_id = ${tenantId} and id = any (${sql.param(deletionIds)}::uuid[])`);
      }),

    finish: ({ tenantId, id }) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ at_carrier: number; requested_by: string }>(sql`
          update erasures set state = 'done', problem = null, finished_at = now()
          where tenant_id = ${tenantId} and id = ${id} and state = 'carrier' and not exists (
            select from carrier_deletions where tenant_id = ${tenantId} and erasure_id = ${id})
          returning at_carrier, requested_by`);
        const [row] = rows;
        if (row === undefined) return false;
        await appendAudit(tx, {
          ...{ tenantId, actor: row.requested_by, action: 'person.erased_at_carrier', subject: id },
          data: { deleted: row.at_carrier },
        });
        return true;
      }),

    unknown: async (records) => {
      const found: ErasureRecord[] = [];
      for (const record of records) {
        const { tenantId, id } = record;
        const known = await database.forTenant(tenantId, (tx) => read(tx, sql`id = ${id}`, 1));
        if (known.length === 0) found.push(record);
      }
      return found;
    },

    repeat: ({ tenantId, id, digest, neverCall }) =>
      database.forTenant(tenantId, async (tx) => {
        const number = (await storedNumbers(tx)).find((each) => digestOf(tenantId, each) === digest) ?? '';
        const state = number === '' ? 'done' : 'running';
        await tx.execute(sql`
          insert into erasures (tenant_id, id, digest, number, state, never_call, repeated, requested_by, finished_at)
          values (${tenantId}, ${id}, ${digest}, ${number}, ${state}, ${neverCall}, true, 'system',
            case when ${number} = '' then now() end)
          on conflict do nothing`);
        if (neverCall)
          await tx.execute(sql`
            insert into do_not_call (tenant_id, number, source) values (${tenantId}, ${digest}, 'erasure')
            on conflict do nothing`);
        if (number === '') return false;
        await schedule(tx, { tenantId, id }, now());
        return true;
      }),

    tenants: () =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`select id from tenants order by id`);
        return rows.map(({ id }) => id);
      }),
  };
}

/** Every number that stands in a column of its own, of whichever table. */
async function storedNumbers(tx: Transaction): Promise<string[]> {
  const selects = deskTables.flatMap(({ table, columns }) =>
    Object.entries(columns).flatMap(([column, content]) =>
      content === 'number' ? [`select "${column}" as number from ${table} where "${column}" like '+%'`] : [],
    ),
  );
  const { rows } = await openTransaction(tx).executeSql(selects.join(' union '));
  return (rows as { number: string }[]).map(({ number }) => number);
}

async function read(tx: Transaction, where: ReturnType<typeof sql>, limit: number): Promise<Erasure[]> {
  const { rows } = await tx.execute<ErasureRow>(sql`
    select id, state, problem, deleted, blanked, at_carrier, requested_by_name, requested_at, finished_at, repeated,
      (select count(*)::int from carrier_deletions as waiting
       where waiting.tenant_id = erasures.tenant_id and waiting.erasure_id = erasures.id) as left_at_carrier
    from erasures where ${where} order by requested_at desc, id desc limit ${limit}`);
  return rows.map((row) => ({
    ...{ id: row.id, state: row.state, problem: row.problem, repeated: row.repeated },
    deleted: sum(row.deleted),
    blanked: sum(row.blanked),
    atCarrier: row.at_carrier,
    leftAtCarrier: row.left_at_carrier,
    requestedBy: row.requested_by_name === null ? null : { displayName: row.requested_by_name },
    requestedAt: new Date(row.requested_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }));
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, each) => all + each, 0);
