import type { Campaign, CampaignPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { ada, type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

const ask = (campaign: Campaign) => runner.desk.ask<never>({ params: { id: campaign.id } });
const resume = (campaign: Campaign) => runner.run.resumeCampaign(ask(campaign));
const slowedBy = async (campaign: Campaign) =>
  (await runner.run.getCampaignProgress(ask(campaign))).progress.slowedBy;

async function change({ id }: Campaign, policy: Partial<CampaignPolicy>): Promise<Campaign> {
  const { revision, name, policy: before } = await runner.campaign({ id });
  const body = { revision, name, policy: { ...before, ...policy } };
  return (await runner.desk.endpoints.changeCampaign(runner.desk.ask({ params: { id }, body }))).campaign;
}
const start = async (rows: string[][], policy: Partial<CampaignPolicy>) =>
  runner.start(await change(await runner.desk.withRows(rows), policy));

const people = Array.from({ length: 4 }, (_, n) => [`Person ${n}`, `+1202555014${n}`, 'Monday']);

test('CP28: whoever watches sees why nobody is dialled: lines of the campaign, of the account, or the pace', async () => {
  runner.side = 'real';
  runner.account = { callsAtOnce: 3, callsPerSecond: 1 };
  const campaign = await start(people, { atOnce: 1, perMinute: 20 });
  await runner.tick();
  expect(await slowedBy(campaign)).toBe('campaign_lines');
  await runner.run.pauseCampaign(ask(campaign));
  expect(await slowedBy(campaign)).toBeNull();
  await change(campaign, { atOnce: 5 });
  await resume(campaign);
  expect(await slowedBy(campaign)).toBe('rate');
  await runner.tick(3);
  expect(runner.dialled).toHaveLength(2);
  await runner.tick(3);
  expect(await slowedBy(campaign)).toBe('account_lines');
  expect(runner.dialled).toHaveLength(2);
  for (const { callId } of runner.dialled) await runner.end(callId);
  expect(await slowedBy(campaign)).toBeNull();
});

test('CP10: a campaign whose budget is spent is not resumed only to be paused again, until it is raised', async () => {
  const campaign = await start([ada, eve], { budgetMicros: 20_000 });
  await runner.tick();
  const callId = runner.dialled[0]?.callId ?? '';
  await runner.end(callId);
  await runner.charge(callId, 30_000);
  await runner.tick(6);
  expect(await runner.campaign(campaign)).toMatchObject({ state: 'paused', pause: { reason: 'budget' } });
  await expect(resume(campaign)).rejects.toMatchObject({
    ...{ code: 'campaign_budget_spent', message: expect.stringMatching(/budget .* Raise it/) },
  });
  expect((await runner.campaign(campaign)).pause).toMatchObject({ reason: 'budget' });
  await change(campaign, { budgetMicros: 50_000 });
  await resume(campaign);
  await runner.tick(6);
  expect(await runner.campaign(campaign)).toMatchObject({ state: 'running', pause: null });
  expect(runner.dialled.map(({ number }) => number)).toEqual([ada[1], eve[1]]);
});

test('CP10: a campaign whose last day is over is not resumed before another day is chosen, whoever paused it', async () => {
  const campaign = await start([ada], { endsOn: '2026-10-13' });
  await runner.run.pauseCampaign(ask(campaign));
  runner.clock.advance(24 * 3_600_000);
  await expect(resume(campaign)).rejects.toMatchObject({
    ...{ code: 'campaign_last_day_over', message: expect.stringMatching(/later day/) },
  });
  await change(campaign, { endsOn: '2026-10-14' });
  expect((await resume(campaign)).campaign.state).toBe('running');
  await runner.tick(1);
  expect(runner.dialled).toHaveLength(1);
});

test('CP12: another policy of a campaign that is paused changes nothing for those who were called', async () => {
  const campaign = await start([ada, eve], { atOnce: 1, perMinute: 60 });
  await runner.tick();
  const callId = runner.dialled[0]?.callId ?? '';
  await runner.run.pauseCampaign(ask(campaign));
  const hours = { ...campaign.policy.hours, tuesday: [{ from: '14:00', to: '20:00' }] };
  const { policy } = await change(campaign, { hours, attempts: 1 });
  expect(policy).toMatchObject({ hours, attempts: 1 });
  expect(await runner.states(campaign)).toEqual({ 2: 'in_call', 3: 'pending' });
  await runner.end(callId);
  await resume(campaign);
  await runner.tick(5);
  const { recipients } = await runner.desk.recipients(campaign);
  expect(recipients).toMatchObject([
    { state: 'done', result: 'reached', attempts: 1 },
    { state: 'pending', attempts: 0, waits: { reason: 'window' }, nextAt: '2026-10-13T18:00:00.000Z' },
  ]);
  expect(runner.dialled).toHaveLength(1);
});

test('CP10: a campaign that runs into the spending limit of the organization is paused with that reason', async () => {
  const { tenantId } = runner.desk.caller;
  await database.forTenant(tenantId, async (tx) => {
    await tx.execute(sql`
      insert into organizations (tenant_id, name, time_zone, language, currency, opening_hours, prices)
      values (${tenantId}, 'GS Dental', 'America/New_York', 'en-US', 'USD', '{"version": 1}', '{"version": 1}')`);
    await tx.execute(sql`insert into spending_limits (tenant_id, day_micros) values (${tenantId}, 15000)`);
  });
  runner.expectedMicros = 10_000;
  const campaign = await start([ada, eve], { atOnce: 5, perMinute: 60 });
  await runner.tick();
  await runner.tick(1);
  expect(await runner.campaign(campaign)).toMatchObject({
    ...{ state: 'paused', pause: { reason: 'spending_limit', detail: 'spending_limit_reached' } },
  });
  // Whoever was refused has not been called, and waits.
  const { recipients } = await runner.desk.recipients(campaign);
  expect(recipients).toMatchObject([
    { state: 'in_call', attempts: 1 },
    { state: 'pending', attempts: 0, waits: null },
  ]);
  expect(runner.dialled).toHaveLength(1);
});
