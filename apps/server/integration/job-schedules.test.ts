import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type JobQueue, openJobQueue } from '../src/adapters/pg-boss/job-queue.ts';
import { prepareJobs } from '../src/adapters/pg-boss/job-schema.ts';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { openTransaction } from '../src/adapters/postgres/open-transaction.ts';
import { groupName } from '../src/adapters/postgres/roles.ts';
import { createScheduleStore } from '../src/adapters/postgres/schedule-store.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { Scheduler } from '../src/jobs/scheduler.ts';
import type { Job, ScheduledJob } from '../src/ports/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ManualClock } from '../testing/manual-clock.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const tenantId = 'gs-dental';
const minute = 60_000;
const day = 24 * 60 * minute;

let database: TestDatabase;
let open: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepareJobs(database.owner, groupName(database.owner.database, 'system'));
  open = await database.open();
  const agents = createAgentStore(open);
  for (const id of [tenantId, 'other']) await agents.createTenant({ id, name: id }, starterAgents);
});
afterEach(() => open.asSystem((tx) => openTransaction(tx).executeSql('delete from job_schedules')));
afterAll(() => database.drop());

const job = (key: string, more: Partial<ScheduledJob> = {}): ScheduledJob => ({
  ...{ tenantId: null, queue: 'maintenance', key, data: { task: key } },
  ...more,
});

/** Schedulers of several servers on one clock, and the keys of the jobs that they sent. */
function servers(count: number, start: string, send: (job: Job) => void = () => {}) {
  const clock = new ManualClock(start);
  const sent: string[] = [];
  const errors: object[] = [];
  const sender = {
    send: async (one: Job) => {
      send(one);
      sent.push(one.key);
    },
  };
  const log = { ...silent, error: (fields: object) => void errors.push(fields) };
  const store = createScheduleStore(open, sender);
  const schedulers = Array.from({ length: count }, () => new Scheduler({ store, clock, log }));
  const [first] = schedulers as [Scheduler];
  const sendDue = () => Promise.all(schedulers.map((scheduler) => scheduler.sendDue()));
  return { clock, sent, errors, first, sendDue };
}

describe('a job that is scheduled', () => {
  test('SJ1 SJ2 by a rule is sent once for three servers, each time that it is due, and not before', async () => {
    const { clock, sent, first, sendDue } = servers(3, '2026-03-28T22:00:00Z');
    await first.repeat(job('nightly'), { cron: '30 2 * * *', zone: 'Europe/Berlin' });
    await sendDue();
    expect(sent).toEqual([]);
    // 02:30 does not exist in this night: clocks are put forward at 01:00 UTC.
    clock.advance(3 * 60 * minute);
    await sendDue();
    expect(sent).toEqual(['/nightly']);
    await sendDue();
    clock.advance(23.4 * 60 * minute);
    await sendDue();
    expect(sent).toEqual(['/nightly']);
    clock.advance(0.2 * 60 * minute);
    await sendDue();
    expect(sent).toEqual(['/nightly', '/nightly']);
  });

  test('SJ4 whose times passed while no server ran is sent once, and then at its next time', async () => {
    const { clock, sent, first, sendDue } = servers(2, '2026-05-01T00:00:00Z');
    await first.repeat(job('hourly'), { cron: '0 * * * *', zone: 'UTC' });
    clock.advance(3 * day + 10 * minute);
    // A server that starts puts its rules again: what was missed is still due.
    await first.repeat(job('hourly'), { cron: '0 * * * *', zone: 'UTC' });
    await sendDue();
    await sendDue();
    expect(sent).toEqual(['/hourly']);
    clock.advance(49 * minute);
    await sendDue();
    expect(sent).toEqual(['/hourly']);
    clock.advance(minute);
    await sendDue();
    expect(sent).toEqual(['/hourly', '/hourly']);
  });

  test('SJ4 by another rule than before waits for the first time of the new one', async () => {
    const { clock, sent, first, sendDue } = servers(1, '2026-05-01T00:30:00Z');
    await first.repeat(job('moved'), { cron: '0 1 * * *', zone: 'UTC' });
    clock.advance(day);
    await first.repeat(job('moved'), { cron: '0 3 * * *', zone: 'UTC' });
    await sendDue();
    expect(sent).toEqual([]);
    clock.advance(2.5 * 60 * minute);
    await sendDue();
    expect(sent).toEqual(['/moved']);
  });

  test('SJ3 once is sent once, at its time or at once when that has passed', async () => {
    const { clock, sent, first, sendDue } = servers(3, '2026-05-01T00:00:00Z');
    await first.once(job('soon'), new Date(clock.time() + minute));
    await first.once(job('past'), new Date(clock.time() - day));
    await sendDue();
    expect(sent).toEqual(['/past']);
    clock.advance(minute);
    await sendDue();
    clock.advance(day);
    await sendDue();
    expect(sent).toEqual(['/past', '/soon']);
  });

  test('SJ5 is replaced by its key and can be cancelled, in a transaction of the tenant too', async () => {
    const { clock, sent, first, sendDue } = servers(2, '2026-05-01T00:00:00Z');
    const snooze = (key: string) => job(key, { tenantId, data: { key } });
    const at = (minutes: number) => new Date(clock.time() + minutes * minute);
    await first.once(snooze('a'), at(1));
    await first.once(snooze('a'), at(10));
    await open.forTenant(tenantId, (tx) => first.once(snooze('b'), at(2), openTransaction(tx)));
    await open
      .forTenant(tenantId, async (tx) => {
        await first.once(snooze('c'), at(2), openTransaction(tx));
        throw new Error('rolled back');
      })
      .catch(() => {});
    clock.advance(5 * minute);
    await sendDue();
    expect(sent).toEqual(['gs-dental/b']);
    // Another tenant cannot cancel it.
    const cancel = (tenant: string) =>
      open.forTenant(tenant, (tx) =>
        first.cancel({ tenantId, queue: 'maintenance', key: 'a' }, openTransaction(tx)),
      );
    expect([await cancel('other'), await cancel(tenantId), await cancel(tenantId)]).toEqual([
      false,
      true,
      false,
    ]);
    clock.advance(day);
    await sendDue();
    expect(sent).toEqual(['gs-dental/b']);
  });

  test('SJ5 of two tenants under one key are two schedules', async () => {
    const { clock, sent, first, sendDue } = servers(1, '2026-05-01T00:00:00Z');
    for (const tenant of [tenantId, 'other', null]) {
      await first.once(job('same', { tenantId: tenant }), new Date(clock.time()));
    }
    await sendDue();
    expect(sent.toSorted()).toEqual(['/same', 'gs-dental/same', 'other/same']);
  });

  test('SJ6 and cannot be sent keeps its time and holds up no other', async () => {
    let broken = true;
    const { clock, sent, errors, first, sendDue } = servers(1, '2026-05-01T00:00:00Z', ({ key }) => {
      if (broken && key === '/bad') throw new Error('no such queue');
    });
    await first.once(job('bad'), new Date(clock.time()));
    await first.once(job('good'), new Date(clock.time()));
    await sendDue();
    expect(sent).toEqual(['/good']);
    expect(errors).toMatchObject([{ key: 'bad', err: { message: 'no such queue' } }]);
    broken = false;
    await sendDue();
    expect(sent).toEqual(['/good', '/bad']);
  });

  test('SJ9 by a rule that names no time, or in no known zone, is refused and changes nothing', async () => {
    const { clock, sent, first, sendDue } = servers(1, '2026-05-01T00:00:00Z');
    const put = (cron: string, zone: string) => first.repeat(job('never'), { cron, zone });
    await expect(put('0 0 31 2 *', 'UTC')).rejects.toThrow('names no time that exists');
    await expect(put('0 0 * * *', 'Nowhere')).rejects.toThrow('not the name of a time zone');
    clock.advance(400 * day);
    await sendDue();
    expect(sent).toEqual([]);
  });
});

describe('with the job queue', () => {
  let jobs: JobQueue;
  beforeAll(async () => {
    jobs = await openJobQueue(open.systemConnection(), silent);
  });
  afterAll(() => jobs.stop(5_000));

  test('SJ1 SJ6 a job is stored in the transaction that moves its schedule, and done by a worker', async () => {
    const clock = new ManualClock('2026-05-01T00:00:00Z');
    const store = createScheduleStore(open, jobs);
    const scheduler = new Scheduler({ store, clock, log: silent });
    // A server that is killed before the commit leaves both as they were.
    const killed = createScheduleStore(open, {
      send: async (one, within) => {
        await jobs.send(one, within);
        throw new Error('killed');
      },
    });
    await scheduler.once(job('real', { tenantId }), clock.now());
    expect(await killed.takeDue(clock.now(), [], () => null)).toMatchObject({ error: { message: 'killed' } });
    const queued = async () => {
      const { rows } = await open.asSystem((tx) =>
        openTransaction(tx).executeSql("select data from jobs.job where name = 'maintenance'"),
      );
      return rows;
    };
    expect(await queued()).toEqual([]);
    await scheduler.sendDue();
    expect(await queued()).toEqual([{ data: { task: 'real' } }]);
    const done = Promise.withResolvers<unknown>();
    await jobs.work('maintenance', async (data) => done.resolve(data));
    expect(await done.promise).toEqual({ task: 'real' });
  });
});
