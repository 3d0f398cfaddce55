import { startingPolicy } from '@parley/contract';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { vaultWriter } from '../src/adapters/postgres/vault-writes.ts';
import { createWebhookDeliveries } from '../src/adapters/postgres/webhooks/deliveries.ts';
import { createWebhookFacts } from '../src/adapters/postgres/webhooks/facts.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { NewDelivery, NumberSource } from '../src/ports/webhooks.ts';
import { CampaignRunner } from '../testing/campaign-runner.ts';
import { CampaignDesk } from '../testing/campaigns.ts';
import { createTestDatabase, untilDisconnected } from '../testing/database.ts';

/** Of the organization that calls, in each table. */
const most = 1_500;
const perSecond = 4;
const tables = [
  ...['recipients', 'recipient_attempts', 'calls', 'dial_attempts', 'do_not_call', 'registry_numbers'],
] as const;

/** So many rows of the organization, whose numbers nobody calls here. */
async function fill(owner: pg.Client, tenantId: string, rows: number): Promise<void> {
  const values = [tenantId, rows];
  await owner.query(
    `insert into do_not_call (tenant_id, number, source)
     select $1, '+1404' || (2000000 + n), 'hand' from generate_series(1, $2::int) as n`,
    values,
  );
  await owner.query(
    `insert into calls (tenant_id, id, agent_id, carrier, direction, from_number, to_number, status, engine, created_at, ended_at)
     select $1, gen_random_uuid(), 'ada', 'lab', 'outbound', '+15005550006', '+1404' || (2000000 + n), 'completed', 'relay',
       now(), now() from generate_series(1, $2::int) as n`,
    values,
  );
  await owner.query(
    `insert into dial_attempts (tenant_id, id, call_id, user_id, to_number, created_at, idempotency_key, fingerprint)
     select $1, gen_random_uuid(), gen_random_uuid(), 'kit', '+1404' || (2000000 + n), '2026-10-01'::date + n * interval '1 minute',
       'key ' || n, '' from generate_series(1, $2::int) as n`,
    values,
  );
  await owner.query(
    `insert into recipient_attempts (tenant_id, campaign_id, row, attempt, call_id, person, number_digest, purpose, started_at, ended_at,
       result)
     select $1, gen_random_uuid(), n, 1, gen_random_uuid(), 'somebody ' || n, 'number ' || n, 'reminder', now(), now(), 'reached'
     from generate_series(1, $2::int) as n`,
    values,
  );
  await owner.query(
    `with file as (
       insert into registry_files (tenant_id, id, file_name, dated, imported_at)
       values ($1, gen_random_uuid(), '404.csv', current_date, now()) returning id)
     insert into registry_numbers (tenant_id, file_id, digest)
     select $1, file.id, 'somebody ' || n from file, generate_series(1, $2::int) as n`,
    values,
  );
}

type Work = (runner: CampaignRunner, database: Database) => Promise<void>;

/** A running campaign, with the lists of its organization. With old statistics the database knows one row of others. */
async function runCampaign(
  owner: pg.Client,
  database: Database,
  statistics: 'old' | 'fresh',
  work: Work,
): Promise<void> {
  const other = await CampaignDesk.open(database);
  await other.withRows([['Ada', '+12025550123', 'Monday']]);
  await fill(owner, other.caller.tenantId, 1);
  await owner.query(`analyze ${tables.join(', ')}`);

  const runner = await CampaignRunner.open(database);
  const { desk } = runner;
  await fill(owner, desk.caller.tenantId, most);
  const people = Array.from({ length: most }, (_, n) => [`Person ${n}`, `+1202${2_000_000 + n}`, 'Monday']);
  const made = await desk.withRows(people);
  const policy = { ...startingPolicy, atOnce: 50, perMinute: 60 * perSecond };
  const body = { revision: made.revision, name: made.name, policy };
  const { campaign } = await desk.endpoints.changeCampaign(desk.ask({ params: { id: made.id }, body }));
  await runner.start(campaign);
  if (statistics === 'fresh') await owner.query(`analyze ${tables.join(', ')}`);
  await work(runner, database);
}

/** How many rows of each table were read by what a running campaign does. */
async function rowsRead(statistics: 'old' | 'fresh', work: Work): Promise<[string, number][]> {
  await using test_ = await createTestDatabase();
  const { owner: connection, secret } = test_;
  const database = await openDatabase({ owner: connection, secret, onError: () => {} });
  const owner = new pg.Client(connection);
  try {
    await owner.connect();
    await runCampaign(owner, database, statistics, work).finally(() => database.close());
    // Connections report what they have read at the latest when they end.
    await untilDisconnected(inject('cluster'), connection.database);
    const { rows } = await owner.query<{ relname: string; read: number }>(
      `select relname, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
       from pg_stat_user_tables where relname = any ($1)`,
      [tables],
    );
    return rows.map(({ relname, read }) => [relname, read]);
  } finally {
    await owner.end();
  }
}

/** All of a table for each call would be ten times as many. */
const many = 4 * most;
const tooMany = (read: [string, number][]) => read.filter(([, rows]) => !(rows < many));

/** Whether the number of an event is still where it was read. No endpoint wants the event. */
function telling(database: Database, tenantId: string) {
  const writer = vaultWriter(onlySecret('a secret of forty characters for testing'), Date.now);
  const deliveries = createWebhookDeliveries(database, writer);
  return (type: NewDelivery['type'], number: string | null, numberOf: NumberSource) => {
    const about = { callId: null, tellsOfCall: false, queue: 'one', body: '{}' };
    return deliveries.add(tenantId, [], { eventId: 1, type, number, numberOf, ...about }, new Date());
  };
}

test.for(['old', 'fresh'] as const)(
  'CP19: lists and earlier calls of others are not read for each call, with %s statistics',
  async (statistics) => {
    const seconds = 10;
    const read = await rowsRead(statistics, async (runner) => {
      for (let second = 0; second < seconds; second += 1) await runner.tick(1);
      expect(runner.dialled.length).toBeGreaterThan((seconds * perSecond) / 2);
    });
    expect(tooMany(read)).toEqual([]);
  },
);

test('CP11: a list is not read for each attempt that is looked for, however old the statistics are', async () => {
  const read = await rowsRead('old', async (runner) => {
    for (const crash of ['before it dials', 'after it dialled'] as const) {
      runner.crash = crash;
      for (let second = 0; second < 5; second += 1) await runner.tick(1);
      runner.crash = null;
      // Their leases have run out.
      await runner.tick(61);
    }
    expect(runner.dialled.length).toBeGreaterThan(5 * perSecond);
  });
  expect(tooMany(read)).toEqual([]);
});

test('CP18: a list is not read for each attempt that is over, however old the statistics are', async () => {
  const read = await rowsRead('old', async (runner, database) => {
    const { dispatch, desk, clock, dialled } = runner;
    const { tenantId } = desk.caller;
    for (let second = 0; second < 5; second += 1) await runner.tick(1);
    expect(dialled.length).toBeGreaterThan(2 * perSecond);
    for (const { callId } of dialled) {
      await runner.end(callId, { status: 'no-answer' });
      await dispatch.reopen(tenantId, callId, new Date(clock.now().getTime() + 60_000));
      await runner.end(callId, { status: 'busy' });
    }
    const { rows } = await database.forTenant(tenantId, (tx) =>
      tx.execute<{ campaign: string; row: number }>(
        sql`select campaign_id as campaign, row from recipient_attempts where result = 'busy'`,
      ),
    );
    expect(rows).toHaveLength(dialled.length);
    const facts = createWebhookFacts(database);
    const told = telling(database, tenantId);
    for (const { campaign, row } of rows) {
      const recipient = await facts.recipient(tenantId, campaign, row);
      expect(recipient).toMatchObject({ externalId: null });
      const numberOf = { kind: 'recipient', campaignId: campaign, row } as const;
      expect(await told('recipient.suppressed', recipient?.number ?? null, numberOf)).toBe(true);
    }
  });
  expect(tooMany(read)).toEqual([]);
});

test('WH8: the do-not-call list is not read for each number that is told, however old the statistics are', async () => {
  const read = await rowsRead('old', async ({ desk }, database) => {
    const { tenantId } = desk.caller;
    const { rows } = await database.forTenant(tenantId, (tx) =>
      tx.execute<{ id: string }>(sql`select id from do_not_call limit 20`),
    );
    expect(rows).toHaveLength(20);
    const facts = createWebhookFacts(database);
    const told = telling(database, tenantId);
    for (const { id } of rows) {
      const listed = await facts.listed(tenantId, id);
      expect(await told('dnc.added', listed?.number ?? null, { kind: 'listed', id })).toBe(true);
    }
  });
  expect(tooMany(read)).toEqual([]);
});
