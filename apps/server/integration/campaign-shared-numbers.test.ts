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

const sam = ['Sam Long', eve[1] ?? '', 'Friday'];
const start = async (rows: string[][]) => runner.start(await runner.desk.withRows(rows));
const waits = async (campaign: Campaign) =>
  (await runner.desk.recipients(campaign)).recipients.map(({ state, waits }) => [state, waits?.reason]);
const endLast = (ending: object) => runner.end(runner.dialled.at(-1)?.callId ?? '', ending);

test('CP25: two names on one number do not let its phone ring twice as often, in one campaign or in two', async () => {
  const campaign = await start([eve, sam]);
  const other = await start([['Ivy Long', eve[1] ?? '', 'Monday']]);
  await runner.tick();
  await endLast({ seconds: 30 });
  for (const seconds of [10, 60, 3_600]) await runner.tick(seconds);
  expect(runner.dialled).toHaveLength(1);
  expect(await waits(campaign)).toEqual([
    ['done', undefined],
    ['pending', 'number_gap'],
  ]);
  expect(await waits(other)).toEqual([['pending', 'number_gap']]);
  const { recipients } = await runner.desk.recipients(campaign);
  expect(recipients[1]?.nextAt).toBe('2026-10-13T20:00:00.000Z');
  await runner.tick(3 * 3_600);
  expect(runner.dialled).toHaveLength(2);
});

test('CP25: whoever shares a number is called soon where its line was busy, and not before that is known', async () => {
  const campaign = await start([eve, sam]);
  await runner.tick();
  const callId = runner.dialled[0]?.callId ?? '';
  await runner.end(callId, { status: 'busy' }, false);
  await runner.tick(10);
  expect(await waits(campaign)).toEqual([
    ['in_call', undefined],
    ['pending', 'number_in_call'],
  ]);
  await runner.end(callId, { status: 'busy' });
  await runner.tick(10);
  expect((await waits(campaign))[1]).toEqual(['in_call', undefined]);
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
