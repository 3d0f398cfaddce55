import type { Campaign } from '@parley/contract';
import { expect, test } from 'vitest';
import { createCampaignReports } from '../src/adapters/postgres/campaigns/report-store.ts';
import { presentCampaign } from '../src/adapters/postgres/campaigns/rows.ts';
import { createCampaignStore } from '../src/adapters/postgres/campaigns/store.ts';
import { createConsentRulesStore } from '../src/adapters/postgres/consent/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createRemoveOldCampaigns } from '../src/features/campaigns/remove-old-campaigns.ts';
import { campaignReportEndpoints } from '../src/features/campaigns/report-endpoints.ts';
import { ada, type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';
import { testDigest } from '../testing/number-digest.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

const start = async (rows: string[][]) => runner.start(await runner.desk.withRows(rows));
const ask = (campaign: Campaign, more: object = {}) =>
  runner.desk.ask<never>({ params: { id: campaign.id }, ...more });
const rowsOf = async (campaign: Campaign) => (await runner.desk.recipients(campaign)).recipients;
const reports = () =>
  campaignReportEndpoints({
    reports: createCampaignReports(database, testDigest),
    campaigns: createCampaignStore(database, testDigest),
    orderFile: () => Promise.reject(new Error('No file is asked for here.')),
  });

test('CP34: whoever answers and is somebody else ends the row, in this campaign and in others', async () => {
  const campaign = await start([ada]);
  await runner.tick();
  await runner.end(runner.dialled[0]?.callId ?? '', { reason: 'wrong_number' });
  expect(await rowsOf(campaign)).toMatchObject([
    { state: 'suppressed', result: 'wrong_number', waits: { reason: 'wrong_number' } },
  ]);
  const { report } = await reports().getCampaignReport(ask(campaign));
  expect(report).toMatchObject({ answered: 1, reached: 0, results: [{ result: 'wrong_number', count: 1 }] });
  // The same number with another name is another person.
  const later = await start([ada, ['Bea Weber', '+12025550123', 'Monday']]);
  await runner.tick(8 * 24 * 60 * 60);
  expect(await rowsOf(later)).toMatchObject([
    { state: 'suppressed', waits: { reason: 'wrong_number' } },
    { state: 'in_call' },
  ]);
});

test('CP20: whoever starts a campaign does not overrule what the organization has declared', async () => {
  const rules = createConsentRulesStore(database, testDigest);
  const grounds = { service: 'customers', reminder: null, survey: null } as const;
  await rules.declare(runner.desk.caller, { revision: 0, grounds });
  const campaign = await start([ada]);
  expect(campaign.ground).toBe(true);
  await runner.tick();
  expect(await rowsOf(campaign)).toMatchObject([{ state: 'held', waits: { reason: 'no_ground' } }]);
});

/** Four calls a second; the first has been made. */
async function startedFast(people: number): Promise<Campaign> {
  const { desk } = runner;
  const rows = Array.from({ length: people }, (_, n) => [`Person ${n}`, `+1202555013${n}`, 'Monday']);
  const made = await desk.withRows(rows);
  const policy = { ...made.policy, atOnce: 10, perMinute: 240 };
  const body = { revision: made.revision, name: made.name, policy };
  const { campaign } = await desk.endpoints.changeCampaign(ask(made, { body }));
  const started = await runner.start(campaign);
  await runner.tick();
  expect(runner.dialled).toHaveLength(1);
  runner.clock.advance(1_000);
  return started;
}

test('CP28: calls that are claimed together begin one after the other', async () => {
  const { clock, dispatcher, dialled } = runner;
  await startedFast(4);
  await dispatcher.tick();
  await expect.poll(() => dialled.length).toBe(2);
  expect(clock.pendingTimers).toBe(2);
  clock.advance(84);
  await expect.poll(() => dialled.length).toBe(3);
  expect(clock.pendingTimers).toBe(1);
  clock.advance(84);
  await expect.poll(() => dialled.length).toBe(4);
});

test('CP28: whoever was claimed and waits for their moment is called later where the server stops', async () => {
  const { dispatcher, dialled } = runner;
  const campaign = await startedFast(3);
  await dispatcher.tick();
  await expect.poll(() => dialled.length).toBe(2);
  runner.isStopping = true;
  await dispatcher.stop();
  expect((await rowsOf(campaign)).map(({ state }) => state)).toEqual(['in_call', 'in_call', 'pending']);
  expect(dialled).toHaveLength(2);
});

test('CP28: calls of a campaign wait while somebody places a call by hand, but not the one that a person asks for', async () => {
  const { clock, dispatcher, dialled, manualCalls } = runner;
  const campaign = await startedFast(6);
  const { promise, resolve } = Promise.withResolvers<void>();
  const placed = manualCalls.place(() => promise);
  await dispatcher.tick();
  await expect.poll(() => clock.pendingTimers).toBe(4);
  const row = String((await rowsOf(campaign)).find(({ state }) => state === 'pending')?.row);
  await runner.run.callRecipient(ask(campaign, { params: { id: campaign.id, row } }));
  expect(dialled).toHaveLength(2);
  resolve();
  await placed;
  await expect.poll(() => dialled.length).toBe(3);
});

test('CP12: whoever was claimed and waits for their moment is not dialled once the campaign is paused', async () => {
  const { dispatcher, dialled } = runner;
  const campaign = await startedFast(3);
  await dispatcher.tick();
  await expect.poll(() => dialled.length).toBe(2);
  await runner.run.pauseCampaign(ask(campaign));
  await dispatcher.placed();
  expect((await rowsOf(campaign)).map(({ state }) => state)).toEqual(['in_call', 'in_call', 'pending']);
  expect(dialled).toHaveLength(2);
});

test('CP35: in the sandbox a campaign pretends a time of day, and where calls are real none', async () => {
  // It is noon in New York: at half past seven in the evening ten hours were open, at half past eight none.
  const at = async (pretend: string) => {
    const made = await runner.desk.withRows([ada]);
    return runner.start(made, { pretend });
  };
  const night = await at('20:30');
  await runner.tick();
  expect(runner.dialled).toEqual([]);
  // Twelve and a half hours later it is nine by that clock.
  expect(await rowsOf(night)).toMatchObject([
    { state: 'pending', waits: { reason: 'window' }, nextAt: '2026-10-14T04:30:00.000Z' },
  ]);
  await runner.run.stopCampaign(ask(night, { body: { now: false } }));
  await at('19:30');
  await runner.tick();
  expect(runner.dialled).toHaveLength(1);
  runner.side = 'real';
  await expect(at('12:00')).rejects.toMatchObject({ code: 'invalid_request' });
});

test('CP35: no pretended time is left in a campaign that is not started, nor used where calls are real', async () => {
  const made = await runner.desk.withRows([ada]);
  const at = '2026-10-13T18:00:00.000Z';
  const scheduled = await runner.start(made, { pretend: '20:30', at });
  expect(scheduled).toMatchObject({ state: 'scheduled', side: 'sandbox', pretendMs: expect.any(Number) });
  await runner.run.stopCampaign(ask(scheduled, { body: { now: false } }));
  const { tenantId } = runner.desk.caller;
  const { rows } = await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`select * from campaigns where tenant_id = ${tenantId} and id = ${made.id}`),
  );
  expect(rows).toMatchObject([{ state: 'draft', side: null, pretend_ms: null }]);
  for (const side of ['real', null])
    expect(presentCampaign({ ...rows[0], side, pretend_ms: 60_000 }).pretendMs).toBe(null);
  expect(presentCampaign({ ...rows[0], side: 'sandbox', pretend_ms: 60_000 }).pretendMs).toBe(60_000);
});

test('CP17: whoever cannot be called before the others waits as long as before', async () => {
  const campaign = await start([ada, eve]);
  await runner.tick();
  const called = runner.dialled[0];
  await runner.end(called?.callId ?? '', { status: 'busy' });
  const before = (await rowsOf(campaign))[0];
  expect(before).toMatchObject({ state: 'pending', waits: { reason: 'retry' } });
  expect(await runner.byHand(ada[1] ?? '')).toBe('admitted');
  const params = { id: campaign.id, row: '2' };
  await expect(runner.run.callRecipient(runner.desk.ask<never>({ params }))).rejects.toMatchObject({
    details: { reason: 'number_in_call' },
  });
  expect((await rowsOf(campaign))[0]).toEqual(before);
});

test('CP32: somebody who was erased and is on the do-not-call list is refused in a copy, and a deleted call is not named', async () => {
  const { tenantId } = runner.desk.caller;
  const campaign = await start([ada, eve]);
  await runner.tick();
  const callId = runner.dialled[0]?.callId ?? '';
  await runner.end(callId, { status: 'no-answer' });
  expect((await rowsOf(campaign))[0]).toMatchObject({ callId });
  await database.asSystem((tx) =>
    tx.execute(sql`update calls set mode = 'deleted', deleted_at = now() where tenant_id = ${tenantId}`),
  );
  expect((await rowsOf(campaign))[0]).toMatchObject({ state: 'pending', callId: null });
  await runner.run.stopCampaign(ask(campaign, { body: { now: false } }));
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`
      insert into do_not_call (tenant_id, number, source)
      values (${tenantId}, ${testDigest(tenantId, eve[1] ?? '')}, 'person')`),
  );
  const { campaign: child } = await reports().repeatCampaign(ask(campaign));
  expect((await rowsOf(child)).map(({ state, reason }) => [state, reason])).toEqual([
    ['pending', null],
    ['refused', 'do_not_call'],
  ]);
});

test('CP16: a campaign that nobody has resumed for 30 days is stopped, and its people are free', async () => {
  const { tenantId } = runner.desk.caller;
  const campaign = await start([ada]);
  const resumed = await start([eve]);
  for (const each of [campaign, resumed]) await runner.run.pauseCampaign(ask(each));
  const old = new Date(runner.clock.time() - 31 * 24 * 60 * 60 * 1_000).toISOString();
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`update campaigns set changed_at = ${old}::timestamptz where tenant_id = ${tenantId}`),
  );
  await runner.run.resumeCampaign(ask(resumed));
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  await createRemoveOldCampaigns(createCampaignStore(database), runner.clock, log)();
  expect(await runner.campaign(campaign)).toMatchObject({ state: 'stopped', pause: null });
  expect(await runner.campaign(resumed)).toMatchObject({ state: 'running' });
  expect(await rowsOf(campaign)).toMatchObject([{ state: 'canceled' }]);
  const { events } = await runner.run.listCampaignEvents(ask(campaign, { query: { limit: 10 } }));
  expect(events[0]).toMatchObject({
    kind: 'stopped',
    by: null,
    detail: 'Nobody has resumed it for 30 days.',
  });
});
