import { AppError } from '../../errors.ts';
import type {
  CronRule,
  JobSender,
  NextRun,
  OpenTransaction,
  ScheduleStore,
  TakenSchedule,
} from '../../ports/jobs.ts';
import type { Database } from './database.ts';
import { openTransaction } from './open-transaction.ts';

/** A rule that is put again unchanged, as at every start, keeps its time: one that passed meanwhile is still due. */
const putText = `
  insert into job_schedules as schedule (tenant_id, queue, key, data, cron, zone, next_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, queue, key) do update set
    data = excluded.data, cron = excluded.cron, zone = excluded.zone,
    next_at = case
      when schedule.cron = excluded.cron and schedule.zone = excluded.zone then schedule.next_at
      else excluded.next_at
    end`;

const removeText = `
  delete from job_schedules where tenant_id is not distinct from $1 and queue = $2 and key = $3 returning id`;

const dueText = `
  select id, tenant_id as "tenantId", queue, key, data, cron, zone, next_at as "dueAt" from job_schedules
  where next_at <= $1 and id <> all ($2::bigint[])
  order by next_at limit 1
  for update skip locked`;

const againText = 'update job_schedules set next_at = $2, last_at = $3 where id = $1';
const overText = 'delete from job_schedules where id = $1';

interface DueSchedule extends Omit<TakenSchedule, 'error'> {
  readonly data: Record<string, unknown>;
  readonly cron: string | null;
  readonly zone: string | null;
}

export function createScheduleStore(database: Database, jobs: JobSender): ScheduleStore {
  /** In the transaction of the caller, or in one of its own. */
  const query = (text: string, values: unknown[], within?: OpenTransaction) =>
    within
      ? within.executeSql(text, values)
      : database.asSystem((tx) => openTransaction(tx).executeSql(text, values));

  return {
    put: async ({ tenantId, queue, key, data }, rule, nextAt, within) => {
      const values = [tenantId, queue, key, data, rule?.cron ?? null, rule?.zone ?? null, nextAt];
      await query(putText, values, within);
    },

    remove: async ({ tenantId, queue, key }, within) => {
      const { rows } = await query(removeText, [tenantId, queue, key], within);
      return rows.length > 0;
    },

    takeDue: async (now, leftOut, next) => {
      let taken: DueSchedule | undefined;
      try {
        await database.asSystem(async (tx) => {
          const within = openTransaction(tx);
          const { rows } = await within.executeSql(dueText, [now, leftOut]);
          taken = rows[0] as DueSchedule | undefined;
          if (taken) await send(taken, now, next, within);
        });
      } catch (error) {
        if (!taken || (error instanceof AppError && error.code === 'database_unavailable')) throw error;
        return { ...nameOf(taken), error };
      }
      return taken ? nameOf(taken) : null;
    },
  };

  async function send(due: DueSchedule, now: Date, next: NextRun, within: OpenTransaction): Promise<void> {
    const { id, tenantId, queue, key, data } = due;
    const rule = ruleOf(due);
    // From now on, not from the time that was due: times that passed while no server ran are made up for once.
    const nextAt = rule && next(rule, now);
    // With the tenant, so that no tenant's job stands in the way of another's.
    await jobs.send({ queue, data, key: `${tenantId ?? ''}/${key}` }, within);
    if (nextAt) await within.executeSql(againText, [id, nextAt, now]);
    else await within.executeSql(overText, [id]);
  }
}

function ruleOf({ cron, zone }: DueSchedule): CronRule | null {
  return cron === null || zone === null ? null : { cron, zone };
}

function nameOf({ id, tenantId, queue, key, dueAt }: DueSchedule): TakenSchedule {
  return { id, tenantId, queue, key, dueAt };
}
