import { startingPolicy } from '@parley/contract';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { CampaignRunner } from '../testing/campaign-runner.ts';
import { CampaignDesk } from '../testing/campaigns.ts';
import { createTestDatabase, untilDisconnected } from '../testing/database.ts';

/** Of the organization that calls, in each table. */
const most = 1_500;
const seconds = 10;
const perSecond = 4;
const tables = ['recipient_attempts', 'do_not_call', 'registry_numbers'] as const;

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
    `insert into recipient_attempts (tenant_id, campaign_id, row, attempt, call_id, person, purpose, started_at, ended_at, result)
     select $1, gen_random_uuid(), n, 1, gen_random_uuid(), 'somebody ' || n, 'reminder', now(), now(), 'reached'
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

async function rowsRead(owner: pg.Client): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ relname: string; read: number }>(
    `select relname, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_user_tables where relname = any ($1)`,
    [tables],
  );
  return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
}

test('CP19: lists and earlier calls of others are not read for each call, however old the statistics are', async () => {
  await using test_ = await createTestDatabase();
  const { owner: connection, secret } = test_;
  const database = await openDatabase({ owner: connection, secret, onError: () => {} });
  const owner = new pg.Client(connection);
  await owner.connect();
  // What the database knows is that every row belongs to somebody else.
  const other = await CampaignDesk.open(database);
  await other.withRows([['Ada', '+12025550123', 'Monday']]);
  await fill(owner, other.caller.tenantId, 1);
  await owner.query(`analyze recipients, calls, ${tables.join(', ')}`);

  const runner = await CampaignRunner.open(database);
  const { desk } = runner;
  await fill(owner, desk.caller.tenantId, most);
  const people = Array.from({ length: most }, (_, n) => [`Person ${n}`, `+1202${2_000_000 + n}`, 'Monday']);
  const made = await desk.withRows(people);
  const policy = { ...startingPolicy, atOnce: 50, perMinute: 60 * perSecond };
  const body = { revision: made.revision, name: made.name, policy };
  const { campaign } = await desk.endpoints.changeCampaign(desk.ask({ params: { id: made.id }, body }));
  await runner.start(campaign);
  for (let second = 0; second < seconds; second += 1) await runner.tick(1);
  expect(runner.dialled.length).toBeGreaterThan((seconds * perSecond) / 2);

  // Connections report what they have read at the latest when they end.
  await database.close();
  await untilDisconnected(inject('cluster'), connection.database);
  const read = await rowsRead(owner);
  await owner.end();
  // All of a table for each call would be forty times as many.
  const many = 4 * most;
  expect(Object.entries(read).filter(([, rows]) => rows > many)).toEqual([]);
});
