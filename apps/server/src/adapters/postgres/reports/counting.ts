import type { CountedKind, ReportCounting } from '../../../ports/reports.ts';
import type { Database, Transaction } from '../database.ts';
import { openTransaction } from '../open-transaction.ts';
import { nilUuid } from '../uuid.ts';
import { difference, type FactsColumn, readFacts, writeFacts } from './facts-column.ts';
import { firstStage, stageAfter, subjects, zoneOf } from './subjects.ts';

/** Somebody has changed the time zone since the work began. Nothing of it is stored. */
class ZoneChanged extends Error {}

export function createReportCounting(database: Database): ReportCounting {
  async function inOneZone<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await database.asSystem(work);
      } catch (error) {
        if (!(error instanceof ZoneChanged)) throw error;
      }
    }
  }

  return {
    recount: (tenantId, kind, ids) =>
      ids.length === 0
        ? Promise.resolve()
        : inOneZone(async (tx) =>
            recount(tx, tenantId, kind, [...new Set(ids)].toSorted(), await markedZone(tx, tenantId)),
          ),

    unfinished: async () => {
      const rows = await database.systemRows<{ id: string }>({
        name: 'organizations to be counted',
        text: `
          select tenants.id from tenants
          left join organizations on organizations.tenant_id = tenants.id
          left join report_tenants as counted on counted.tenant_id = tenants.id
          where counted.tenant_id is null or counted.stage is not null
            or counted.zone <> coalesce(organizations.time_zone, 'UTC')
          order by tenants.id`,
        values: [],
      });
      return rows.map(({ id }) => id);
    },

    countNext: (tenantId, most) => inOneZone((tx) => countNext(tx, tenantId, most)),
  };
}

/**
 * The time zone of the organization. Where it is another one than was counted in so far, all is to be counted again, also if
 * it is changed back before that has begun (RE9). Comes before the rows of subjects are locked, as in `countNext`.
 */
async function markedZone(tx: Transaction, tenantId: string): Promise<string> {
  const { rows } = await openTransaction(tx).executeSql(
    `with now as (select ${zoneOf} as zone), marked as (
       update report_tenants as counted set zone = now.zone, stage = '${firstStage}', after = '${nilUuid}'
       from now where counted.tenant_id = $1 and counted.zone <> now.zone)
     select zone from now`,
    [tenantId],
  );
  const [{ zone }] = rows as [{ zone: string }];
  return zone;
}

/**
 * The row of a subject is locked before the subject is read: whoever waited for the lock reads what came after (RE5). A
 * subject that was never counted gets its row first, for the same reason.
 */
async function recount(
  tx: Transaction,
  tenantId: string,
  kind: CountedKind,
  ids: readonly string[],
  zone: string,
): Promise<void> {
  const { executeSql } = openTransaction(tx);
  const subject = subjects[kind];
  let before = await locked(tx, tenantId, kind, ids);
  // Again where somebody else has just removed one.
  while (before.size < ids.length) {
    await executeSql(
      `insert into report_counted (tenant_id, kind, id, facts)
       select $1, $2, id, '{}' from unnest($3::uuid[]) as id order by id on conflict do nothing`,
      [tenantId, kind, ids],
    );
    before = await locked(tx, tenantId, kind, ids);
  }
  const { rows } = await executeSql(subject.read, [tenantId, ids]);
  const after = new Map<string, FactsColumn>();
  for (const row of rows as ({ id: string; zone: string } & Record<string, unknown>)[]) {
    if (row.zone !== zone) throw new ZoneChanged();
    after.set(row.id, writeFacts(subject.factsOf(row, zone)));
  }

  const factsIn = (columns: ReadonlyMap<string, FactsColumn>, of: readonly string[]) =>
    of.flatMap((id) => readFacts(columns.get(id) ?? {}));
  const changed = ids.filter((id) => difference(factsIn(before, [id]), factsIn(after, [id])).length > 0);
  const changes = difference(factsIn(before, changed), factsIn(after, changed));
  if (changes.length > 0)
    await executeSql(
      `insert into report_days as sums (tenant_id, day, side, kind, key, counted, amount)
       select $1, day, side, kind, key, counted, amount
       from unnest($2::date[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) with ordinality
         as change (day, side, kind, key, counted, amount, place)
       order by place
       on conflict (tenant_id, day, side, kind, key) do update set counted = sums.counted + excluded.counted,
         amount = sums.amount + excluded.amount`,
      [
        tenantId,
        ...(['day', 'side', 'kind', 'key', 'counted', 'amount'] as const).map((name) =>
          changes.map((change) => change[name]),
        ),
      ],
    );
  const kept = changed.filter((id) => after.has(id));
  if (kept.length > 0)
    await executeSql(
      `update report_counted as counted set facts = changed.facts
       from unnest($3::uuid[], $4::jsonb[]) as changed (id, facts)
       where counted.tenant_id = $1 and counted.kind = $2 and counted.id = changed.id`,
      [tenantId, kind, kept, kept.map((id) => JSON.stringify(after.get(id)))],
    );
  const gone = ids.filter((id) => !after.has(id));
  if (gone.length > 0)
    await executeSql(
      'delete from report_counted where tenant_id = $1 and kind = $2 and id = any ($3::uuid[])',
      [tenantId, kind, gone],
    );
}

async function locked(
  tx: Transaction,
  tenantId: string,
  kind: CountedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FactsColumn>> {
  const { rows } = await openTransaction(tx).executeSql(
    `select id, facts from report_counted where tenant_id = $1 and kind = $2 and id = any ($3::uuid[])
     order by id for update`,
    [tenantId, kind, ids],
  );
  return new Map((rows as { id: string; facts: FactsColumn }[]).map(({ id, facts }) => [id, facts]));
}

interface Progress {
  readonly zone: string;
  readonly stage: CountedKind | null;
  readonly after: string;
}

/** The row of the organization is locked meanwhile: one server at a time, and one that dies leaves the last part to another. */
async function countNext(tx: Transaction, tenantId: string, most: number): Promise<boolean> {
  const { executeSql } = openTransaction(tx);
  await executeSql(
    `insert into report_tenants (tenant_id, zone, stage) values ($1, '', '${firstStage}') on conflict do nothing`,
    [tenantId],
  );
  const { rows: found } = await executeSql(
    'select zone, stage, after from report_tenants where tenant_id = $1 for update skip locked',
    [tenantId],
  );
  const [progress] = found as Progress[];
  if (!progress) return false;
  const { rows: zones } = await executeSql(`select ${zoneOf} as zone`, [tenantId]);
  const [{ zone }] = zones as [{ zone: string }];
  const begins = progress.zone !== zone;
  const { stage, after } = begins ? { stage: firstStage, after: nilUuid } : progress;
  if (stage === null) return false;
  const { rows: next } = await executeSql(subjects[stage].next, [tenantId, after, most]);
  const ids = (next as { id: string }[]).map(({ id }) => id);
  if (ids.length > 0) await recount(tx, tenantId, stage, ids, zone);
  const isOver = ids.length < most;
  await executeSql('update report_tenants set zone = $2, stage = $3, after = $4 where tenant_id = $1', [
    tenantId,
    zone,
    isOver ? stageAfter(stage) : stage,
    isOver ? nilUuid : ids.at(-1),
  ]);
  return !isOver || stageAfter(stage) !== null;
}
