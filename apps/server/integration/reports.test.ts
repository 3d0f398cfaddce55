import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { createReportCounting } from '../src/adapters/postgres/reports/counting.ts';
import { createReportStore } from '../src/adapters/postgres/reports/store.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { OutboxReader } from '../src/features/outbox/outbox-reader.ts';
import { readerTimes } from '../src/features/outbox/reader-times.ts';
import { createCountEvents } from '../src/features/reports/count-events.ts';
import { createCountPast } from '../src/features/reports/count-past.ts';
import { wallClock } from '../src/ports/clock.ts';
import { type OutboxHarness, openOutboxHarness } from '../testing/outbox-harness.ts';
import { RandomDesk } from '../testing/reports/random-desk.ts';
import { countedSums, scannedSums } from '../testing/reports/scan.ts';
import { plantCall } from '../testing/searched-calls.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const counter = join(import.meta.dirname, '../testing/reports/killed-counter.ts');
const organization = { timeZone: 'America/New_York', currency: 'USD' };
const year = { from: '2026-01-01', to: '2026-12-31' };

let outbox: OutboxHarness;
let database: Database;
let owner: pg.Client;
let readers: OutboxReader[] = [];

beforeAll(async () => {
  outbox = await openOutboxHarness('gs-dental');
  ({ database, owner } = outbox);
});
afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.stop(5_000)));
  readers = [];
});
afterAll(() => outbox.close());

/** A server that takes part in counting. */
async function startCounting(leaseMs: number = readerTimes.leaseMs): Promise<void> {
  const reader = new OutboxReader({
    store: createOutboxStore(database, new NoticeConnection(database, silent)),
    ...{ clock: wallClock, log: silent, times: { ...readerTimes, leaseMs } },
  });
  readers.push(reader);
  await reader.consume(createCountEvents(createReportCounting(database)));
}

const untilCounted = () =>
  expect
    .poll(
      async () => {
        const { rows } = await owner.query(
          `select (select count(*)::int from outbox where not assigned) as unassigned,
             (select count(*)::int from outbox_positions where last_event > done_event) as behind`,
        );
        return rows[0];
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual({ unassigned: 0, behind: 0 });

const expectEqual = async () => {
  const scanned = await scannedSums(owner);
  expect(await countedSums(owner)).toEqual(scanned);
  return scanned;
};

const countPast = () => createCountPast(createReportCounting(database), wallClock, silent)();

describe('RE4: the sums equal a scan', () => {
  test.each([1, 2, 3])('whatever has happened, with two servers that count, seed %i', async (seed) => {
    await startCounting();
    await startCounting();
    const desk = new RandomDesk(seed, database, owner, ['gs-dental', 'other']);
    await desk.act(300);
    await untilCounted();
    const sums = await expectEqual();
    for (const kind of [
      'result',
      'hour',
      'length',
      'group',
      'latency',
      'failure',
      'cost',
      'follow-up',
      'opt-out',
    ])
      expect(sums.some((line) => line.includes(` ${kind} `))).toBe(true);
  });

  test('RE6 after a server was killed in the middle of it', async () => {
    const args = { connection: outbox.connection, secret: outbox.secret, recounts: 15, leaseMs: 1_000 };
    const killed = spawn(process.execPath, [counter, JSON.stringify(args)], { stdio: 'inherit' });
    const over = once(killed, 'exit');
    const desk = new RandomDesk(4, database, owner, ['gs-dental', 'other']);
    await desk.act(150);
    const [, signal] = await over;
    expect(signal).toBe('SIGKILL');
    await startCounting(1_000);
    await untilCounted();
    await expectEqual();
  });

  test('RE6 also when one subject is counted many times at once', async () => {
    const desk = new RandomDesk(5, database, owner, ['gs-dental']);
    await desk.act(40);
    const counting = [createReportCounting(database), createReportCounting(await other())];
    const { rows } = await owner.query(
      `select id from calls where tenant_id = 'gs-dental' order by random() limit 20`,
    );
    const ids = rows.map(({ id }) => id as string);
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        counting[n % 2]?.recount('gs-dental', 'call', n % 3 === 0 ? ids : [ids[n % ids.length] ?? '']),
      ),
    );
    await startCounting();
    await untilCounted();
    await expectEqual();
  });
});

async function other(): Promise<Database> {
  const { openDatabase } = await import('../src/adapters/postgres/database.ts');
  return openDatabase({ owner: outbox.connection, secret: outbox.secret, onError: () => {} });
}

describe('what was there before', () => {
  test('RE8 is counted in parts, while calls go on', async () => {
    await startCounting();
    await untilCounted();
    await owner.query('truncate report_days, report_counted, report_tenants');
    const desk = new RandomDesk(6, database, owner, ['gs-dental', 'other']);
    await Promise.all([desk.act(150), countPast()]);
    await countPast();
    await untilCounted();
    await expectEqual();
    expect(await createReportCounting(database).unfinished()).toEqual([]);
  });

  test('RE8 two servers do not count the same part, and one that fails leaves it to the other', async () => {
    await owner.query('truncate report_days, report_counted, report_tenants');
    const counting = createReportCounting(database);
    const report = await createReportStore(database).read('gs-dental', year, organization);
    expect(report?.complete).toBe(true);
    for (let more = true; more; ) {
      const parts = await Promise.all([
        counting.countNext('gs-dental', 7),
        counting.countNext('gs-dental', 7),
      ]);
      more = parts.some(Boolean);
    }
    await countPast();
    await expectEqual();
  });

  test('RE9 is counted again in the days of a new time zone', async () => {
    await owner.query(
      `insert into organizations (tenant_id, name, time_zone, language, currency, opening_hours, prices)
       values ('gs-dental', 'GS Dental', 'America/New_York', 'en-US', 'USD', '{"version": 1}', '{"version": 1}')
       on conflict (tenant_id) do update set time_zone = 'Pacific/Auckland'`,
    );
    const before = await countedSums(owner);
    expect((await createReportStore(database).read('gs-dental', year, organization))?.complete).toBe(false);
    await countPast();
    await untilCountedAfter();
    expect((await createReportStore(database).read('gs-dental', year, organization))?.complete).toBe(true);
    expect(await expectEqual()).not.toEqual(before);
  });

  test('RE9 also when somebody changes the zone back at once, and calls were counted meanwhile', async () => {
    const setZone = (zone: string) =>
      owner.query(`update organizations set time_zone = $1 where tenant_id = 'gs-dental'`, [zone]);
    const { rows } = await owner.query(`select id from calls where tenant_id = 'gs-dental' limit 30`);
    const counting = createReportCounting(database);
    await setZone('America/Los_Angeles');
    await counting.recount(
      'gs-dental',
      'call',
      rows.map(({ id }) => id as string),
    );
    await setZone('Pacific/Auckland');
    expect(await counting.unfinished()).toEqual(['gs-dental']);
    await countPast();
    await expectEqual();
  });
});

const untilCountedAfter = async () => {
  await startCounting();
  await untilCounted();
};

describe('a report', () => {
  test('RE2 has the same calls on every card', async () => {
    const report = await createReportStore(database).read('gs-dental', year, organization);
    const total = (results: Record<string, number>) => Object.values(results).reduce((sum, n) => sum + n, 0);
    const { rows } = await owner.query(
      `select count(*)::int as calls, count(*) filter (where status in ('completed', 'busy', 'no-answer', 'failed',
         'canceled'))::int as over from calls where tenant_id = 'gs-dental' and mode = 'live'`,
    );
    const [{ calls, over }] = rows as [{ calls: number; over: number }];
    const sum = (list: readonly number[] = []) => list.reduce((all, n) => all + n, 0);
    expect(report?.days).toHaveLength(365);
    expect(sum(report?.days.map(({ results }) => total(results)))).toBe(calls);
    expect(sum(report?.days.map(({ inbound, outbound }) => inbound + outbound))).toBe(calls);
    for (const list of [report?.agents, report?.versions, report?.templates])
      expect(sum(list?.map(({ results }) => total(results)))).toBe(over);
    expect(sum(report?.lengths.map((length) => length.calls))).toBe(
      sum(report?.days.map((day) => day.answered)),
    );
  });

  test('RE11 of one side has the calls of that side, and both together have all', async () => {
    const store = createReportStore(database);
    const outbound = async (side?: 'sandbox' | 'real') => {
      const report = await store.read('gs-dental', { ...year, ...(side && { side }) }, organization);
      return report?.days.reduce((sum, day) => sum + day.outbound, 0) ?? 0;
    };
    const [all, sandbox, real] = [await outbound(), await outbound('sandbox'), await outbound('real')];
    expect(sandbox).toBeGreaterThan(0);
    expect(real).toBeGreaterThan(0);
    expect(sandbox + real).toBe(all);
  });

  test('RE10 of an organization whose calls are all gone is empty, and no example', async () => {
    const store = createReportStore(database);
    const counting = createReportCounting(database);
    await createAgentStore(database).createTenant({ id: 'gone', name: 'Gone' }, starterAgents);
    expect(await store.read('gone', year, organization)).toBeNull();
    const id = await plantCall(database, { tenant: 'gone' });
    await counting.recount('gone', 'call', [id]);
    const outbound = async () =>
      (await store.read('gone', year, organization))?.days.reduce((sum, day) => sum + day.outbound, 0);
    expect(await outbound()).toBe(1);
    await owner.query("delete from calls where tenant_id = 'gone'");
    await counting.recount('gone', 'call', [id]);
    expect(await outbound()).toBe(0);
  });

  test('RE12 sees nothing of another organization, and nobody but the server writes sums', async () => {
    const store = createReportStore(database);
    await owner.query(`insert into tenants (id, name) values ('empty', 'Empty') on conflict do nothing`);
    expect(await store.read('empty', year, organization)).toBeNull();
    const [sums] = await database.readForTenant('empty', [{ text: 'select * from report_days', values: [] }]);
    expect(sums).toEqual([]);
    for (const text of [
      `insert into report_days values ('empty', '2026-11-17', '', 'result', 'reached', 1, 0)`,
      'update report_days set counted = 0',
      'delete from report_days',
      'select * from report_counted',
      `update report_tenants set stage = 'call'`,
    ])
      await expect(database.readForTenant('empty', [{ text, values: [] }])).rejects.toThrow(
        /permission denied/,
      );
  });
});
