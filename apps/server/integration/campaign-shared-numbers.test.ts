import type { Campaign } from '@parley/contract';
import { expect, test } from 'vitest';
import { presentCampaign } from '../src/adapters/postgres/campaigns/rows.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

const number = eve[1] ?? '';
const sam = ['Sam Long', number, 'Friday'];
const start = async (rows: string[][]) => runner.start(await runner.desk.withRows(rows));
const waits = async (campaign: Campaign) =>
  (await runner.desk.recipients(campaign)).recipients.map(({ state, waits }) => [state, waits?.reason]);
const endLast = (ending: object) => runner.end(runner.dialled.at(-1)?.callId ?? '', ending);

test('CP25: people who share a number have their turns, but two names let its phone ring no more often in a day', async () => {
  const campaign = await start([eve, sam]);
  const others = ['Ivy Long', 'Ben Long', 'Zoe Long'].map((name) => [name, number, 'Monday']);
  const other = await start(others);
  for (const seconds of [1, 10, 60, 600, 60]) {
    await runner.tick(seconds);
    await endLast({ seconds: 30 });
  }
  await runner.tick(10);
  expect(runner.dialled).toHaveLength(4);
  const all = [...(await waits(campaign)), ...(await waits(other))];
  expect(all.filter(([state]) => state === 'done')).toHaveLength(4);
  expect(all.filter(([state]) => state !== 'done')).toEqual([['pending', 'number_cap']]);
});

test('CP25: a policy that was stored by an earlier release has the limit for a number', async () => {
  const made = await runner.desk.withRows([eve]);
  const { rows } = await database.forTenant(runner.desk.caller.tenantId, (tx) =>
    tx.execute(
      sql`update campaigns set policy = policy #- '{caps,perNumber}' where id = ${made.id} returning *`,
    ),
  );
  expect(rows[0]).not.toMatchObject({ policy: { caps: { perNumber: 4 } } });
  expect(presentCampaign(rows[0]).policy.caps).toEqual({ attempts: 3, days: 7, gapHours: 4, perNumber: 4 });
});
