import { type CampaignPolicy, startingPolicy } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallEditor } from '../src/adapters/postgres/do-not-call/editor.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { ada, type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';
import { testDigest } from '../testing/number-digest.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});
const sam = ['Sam Long', '+12025550124', 'Friday'];
const code = (name: string) => expect.objectContaining({ code: name });
const fast: Partial<CampaignPolicy> = { atOnce: 10, perMinute: 60 };

async function started(rows: string[][], policy: Partial<CampaignPolicy> = fast) {
  const { desk } = runner;
  const made = await desk.withRows(rows);
  const body = { revision: made.revision, name: made.name, policy: { ...made.policy, ...policy } };
  const { campaign } = await desk.endpoints.changeCampaign(desk.ask({ params: { id: made.id }, body }));
  return runner.start(campaign);
}

const ask = (campaign: { id: string }, more: object = {}) =>
  runner.desk.ask<never>({ params: campaign, ...more });
const numbers = () => runner.dialled.map(({ number }) => number);

test('CP10: everybody is called once, and then the campaign is completed', async () => {
  const campaign = await started([ada, eve]);
  expect(campaign).toMatchObject({ state: 'running', side: 'sandbox', agentVersion: 1, ground: true });
  await runner.tick();
  await runner.tick(2);
  expect(numbers().toSorted()).toEqual([ada[1], eve[1]]);
  expect(await runner.states(campaign)).toEqual({ 2: 'in_call', 3: 'in_call' });
  for (const { callId } of runner.dialled) await runner.end(callId);
  expect(await runner.states(campaign)).toEqual({ 2: 'done', 3: 'done' });
  await runner.tick(1);
  expect(await runner.campaign(campaign)).toMatchObject({ state: 'completed' });
  await runner.tick(60);
  expect(runner.dialled).toHaveLength(2);
  const { events } = await runner.run.listCampaignEvents(ask(campaign, { query: { limit: 50 } }));
  expect(events.map(({ kind, by }) => [kind, by?.displayName ?? null])).toEqual([
    ['completed', null],
    ['started', 'Kit'],
    ['changed', 'Kit'],
  ]);
});

describe('CP11: a server that is killed', () => {
  test('between claim and dial calls nobody twice and forgets nobody', async () => {
    const campaign = await started([ada]);
    runner.crash = 'before it dials';
    await runner.tick();
    expect(await runner.states(campaign)).toEqual({ 2: 'dialing' });
    runner.crash = null;
    await runner.tick(30);
    expect(runner.dialled).toEqual([]);
    await runner.tick(40);
    await runner.tick(1);
    expect(runner.dialled).toMatchObject([{ number: ada[1], key: `campaign/${campaign.id}/2/1` }]);
    expect(await runner.states(campaign)).toEqual({ 2: 'in_call' });
  });

  test('between dial and what is stored of it, too: the call is found', async () => {
    const campaign = await started([ada]);
    runner.crash = 'after it dialled';
    await runner.tick();
    runner.crash = null;
    const [dial] = runner.dialled;
    await runner.tick(70);
    expect(await runner.states(campaign)).toEqual({ 2: 'in_call' });
    // Nobody hears of its end either.
    await runner.end(dial?.callId ?? '', {}, false);
    await runner.tick(70);
    expect(await runner.states(campaign)).toEqual({ 2: 'done' });
    await runner.tick(1);
    expect(await runner.campaign(campaign)).toMatchObject({ state: 'completed' });
    expect(runner.dialled).toHaveLength(1);
  });
});

describe('CP12: pausing', () => {
  test('stops dials at once, and resuming goes on; calls that are up end as they do', async () => {
    const campaign = await started([ada, eve], { atOnce: 1, perMinute: 60 });
    await runner.tick();
    const { campaign: paused } = await runner.run.pauseCampaign(ask(campaign));
    expect(paused).toMatchObject({ state: 'paused', pause: { reason: 'person' } });
    await runner.end(runner.dialled[0]?.callId ?? '');
    await runner.tick(5);
    expect(runner.dialled).toHaveLength(1);
    await runner.run.resumeCampaign(ask(campaign));
    await runner.tick(5);
    expect(numbers()).toEqual([ada[1], eve[1]]);
  });

  test('also holds those who were claimed before and are not dialled yet', async () => {
    const campaign = await started([ada]);
    const order = { now: runner.clock.now(), leaseUntil: new Date(runner.clock.time() + 60_000), limit: 1 };
    const callId = '019a8b5e-6c00-7000-8000-00000000aa01';
    const { tenantId } = runner.desk.caller;
    await runner.dispatch.claim(tenantId, campaign.id, order, ([first]) => [
      { row: first?.row ?? 0, dial: true, callId },
    ]);
    await runner.run.pauseCampaign(ask(campaign));
    await runner.tick(120);
    expect(runner.dialled).toEqual([]);
    expect(await runner.states(campaign)).toEqual({ 2: 'pending' });
  });

  test('by several people at once has one truth', async () => {
    const made = await runner.desk.withRows([ada]);
    const starts = await Promise.all([runner.start(made), runner.start(made)]);
    expect(starts.map(({ state, startedAt }) => [state, startedAt])).toEqual(
      starts.map(() => ['running', runner.clock.now().toISOString()]),
    );
    const [pauses, stops] = await Promise.all([
      Promise.allSettled([runner.run.pauseCampaign(ask(made)), runner.run.pauseCampaign(ask(made))]),
      Promise.allSettled([runner.run.stopCampaign(ask(made, { body: { now: false } }))]),
    ]);
    for (const each of pauses)
      if (each.status === 'rejected') expect(each.reason).toEqual(code('campaign_state'));
    expect(stops).toMatchObject([{ status: 'fulfilled', value: { campaign: { state: 'stopped' } } }]);
    expect(await runner.campaign(made)).toMatchObject({ state: 'stopped' });
    await expect(runner.start(made)).rejects.toEqual(code('campaign_state'));
    expect(await runner.states(made)).toEqual({ 2: 'canceled' });
  });
});

test('CP13: a campaign is paused when calls are switched, and never goes on on the other side', async () => {
  const campaign = await started([ada]);
  runner.side = 'real';
  await runner.dispatch.pauseOtherSide(runner.desk.caller.tenantId, 'real', runner.clock.now());
  expect(await runner.campaign(campaign)).toMatchObject({
    ...{ state: 'paused', pause: { reason: 'calling_switched' } },
  });
  await expect(runner.run.resumeCampaign(ask(campaign))).rejects.toEqual(code('campaign_other_side'));
  await runner.tick(5);
  expect(runner.dialled).toEqual([]);
  runner.side = 'sandbox';
  await runner.run.resumeCampaign(ask(campaign));
  await runner.tick(5);
  expect(numbers()).toEqual([ada[1]]);
});

test('CP14: whoever opted out a moment before is not called, in any campaign', async () => {
  const one = await started([ada]);
  const list = createDoNotCallEditor(database, testDigest);
  await list.add(runner.desk.caller, ada[1] ?? '');
  await runner.tick();
  expect(runner.dialled).toEqual([]);
  expect(await runner.states(one)).toEqual({ 2: 'suppressed' });
});

test('CP15: two people with one number are called one after the other', async () => {
  const caps = { ...startingPolicy.caps, gapHours: 0 };
  const campaign = await started([eve, sam], { ...fast, caps });
  await runner.tick();
  await runner.tick(10);
  expect(runner.dialled).toHaveLength(1);
  await runner.end(runner.dialled[0]?.callId ?? '');
  await runner.tick(10);
  expect(numbers()).toEqual([eve[1], eve[1]]);
  expect(await runner.states(campaign)).toEqual({ 2: 'done', 3: 'in_call' });
});

test('CP15: nobody is called by hand while a campaign calls them, nor by a campaign while somebody does', async () => {
  const campaign = await started([ada, eve]);
  expect(await runner.byHand(eve[1] ?? '')).toBe('admitted');
  expect(await runner.byHand(eve[1] ?? '')).toBe('admitted');
  await runner.tick();
  await runner.tick(2);
  expect(numbers()).toEqual([ada[1]]);
  expect(await runner.byHand(ada[1] ?? '')).toBe('number_in_call');
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    { state: 'in_call' },
    { state: 'pending', waits: { reason: 'number_in_call' } },
  ]);
});

test('CP16: stopping cancels those who wait, and stopping now ends calls that are up', async () => {
  const campaign = await started([ada, eve], { atOnce: 1 });
  await runner.tick();
  const { campaign: stopping } = await runner.run.stopCampaign(ask(campaign, { body: { now: true } }));
  expect(stopping.state).toBe('stopping');
  expect(runner.ended).toEqual([runner.dialled[0]?.callId]);
  expect(await runner.states(campaign)).toEqual({ 2: 'in_call', 3: 'canceled' });
  await runner.end(runner.dialled[0]?.callId ?? '', { status: 'canceled', reason: 'ended_by_user' });
  await runner.tick(1);
  expect(await runner.campaign(campaign)).toMatchObject({ state: 'stopped' });
  expect(await runner.states(campaign)).toMatchObject({ 3: 'canceled' });
});

test('CP17: a row is held, released, skipped and called before the others, past nothing of the gate', async () => {
  const campaign = await started([ada, eve, ['Ivy', '+12025550125', 'Friday']], { atOnce: 1 });
  const row = (n: number) => runner.desk.ask<never>({ params: { id: campaign.id, row: String(n) } });
  expect((await runner.run.holdRecipient(row(2))).recipient).toMatchObject({
    ...{ state: 'held', waits: { reason: 'person' } },
  });
  await runner.run.skipRecipient(row(3));
  expect((await runner.run.callRecipient(row(4))).recipient).toMatchObject({ state: 'in_call', attempts: 1 });
  await expect(runner.run.callRecipient(row(3))).rejects.toEqual(code('recipient_state'));
  await runner.run.releaseRecipient(row(2));
  await expect(runner.run.callRecipient(row(2))).rejects.toEqual(code('recipient_waits'));
  expect(numbers()).toEqual(['+12025550125']);
  const { rows } = await database.forTenant(runner.desk.caller.tenantId, (tx) =>
    tx.execute(sql`select action from audit_log where subject = ${campaign.id} order by id desc limit 2`),
  );
  expect(rows).toEqual([{ action: 'campaign.row_released' }, { action: 'campaign.row_called' }]);
  const { progress } = await runner.run.getCampaignProgress(ask(campaign));
  expect(progress).toMatchObject({ attempts: 1, live: [{ row: 4, attempt: 1 }] });
});

test('CP18: whoever is not reached is called again later, and outside of the hours nobody is', async () => {
  const campaign = await started([ada]);
  await runner.tick();
  await runner.end(runner.dialled[0]?.callId ?? '', { status: 'busy' });
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    { state: 'pending', result: 'busy', waits: { reason: 'retry' }, nextAt: '2026-10-13T16:15:00.000Z' },
  ]);
  await runner.tick(10 * 60 * 60);
  expect(runner.dialled).toHaveLength(1);
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    {
      ...{ state: 'pending', nextAt: '2026-10-14T13:00:00.000Z' },
      waits: { reason: 'window', zone: 'America/New_York' },
    },
  ]);
});

test('CP28: on real lines a campaign calls no faster than the account may', async () => {
  runner.side = 'real';
  runner.account = { callsAtOnce: 50, callsPerSecond: null };
  const people = Array.from({ length: 6 }, (_, n) => [`Person ${n}`, `+1202555020${n}`, 'Monday']);
  await started(people, { atOnce: 10, perMinute: 600 });
  await runner.tick();
  await runner.tick(1);
  expect(runner.dialled).toHaveLength(2);
  runner.account = { callsAtOnce: 50, callsPerSecond: 3 };
  await runner.tick(1);
  expect(runner.dialled).toHaveLength(5);
});

test('CP28: on real lines two campaigns together call no faster than the account may', async () => {
  runner.side = 'real';
  runner.account = { callsAtOnce: 50, callsPerSecond: 2 };
  for (const tens of ['010', '011'])
    await started(
      Array.from({ length: 6 }, (_, n) => [`Person ${n}`, `+1202555${tens}${n}`, 'Monday']),
      { atOnce: 10, perMinute: 600 },
    );
  await runner.tick();
  expect(runner.dialled).toHaveLength(2);
  await runner.tick(1);
  expect(runner.dialled).toHaveLength(4);
  await runner.tick(1);
  expect(runner.dialled).toHaveLength(6);
});

test('CP2: a campaign whose file was not sent to its end is not started', async () => {
  const { desk } = runner;
  const { campaign: described } = await desk.setFile(await desk.create(), { rowsInFile: 2 });
  const { campaign: half } = await desk.send(described, [ada]);
  await expect(runner.start(half)).rejects.toEqual(code('campaign_not_ready'));
  const { campaign: whole } = await desk.send(described, [ada, eve]);
  expect(await runner.start(whole)).toMatchObject({ state: 'running' });
});

test('CP10: at a time that was chosen it starts by itself', async () => {
  const made = await runner.desk.withRows([ada]);
  const at = new Date(runner.clock.time() + 3_600_000).toISOString();
  expect(await runner.start(made, { at })).toMatchObject({
    state: 'scheduled',
    startAt: at,
    startedAt: null,
  });
  await runner.tick(3_500);
  expect(runner.dialled).toEqual([]);
  await runner.tick(200);
  await runner.tick(1);
  expect(numbers()).toEqual([ada[1]]);
});

test('CP19: what is read of a campaign is a page of an index, however many rows there are', async () => {
  const campaign = await started([ada]);
  const { tenantId } = runner.desk.caller;
  const { rows } = await database.forTenant(tenantId, async (tx) => {
    await tx.execute(sql`
      insert into recipients (tenant_id, campaign_id, row, state, number, name, name_key, zones, cells)
      select tenant_id, campaign_id, 10 + n, 'pending', '+1202556' || lpad(n::text, 4, '0'), name, n::text, zones, cells
      from recipients, generate_series(1, 5000) as n where campaign_id = ${campaign.id} and row = 2`);
    return tx.execute<{ 'QUERY PLAN': string }>(sql`
      explain (analyze, costs off, timing off, summary off)
      select row from recipients where tenant_id = ${tenantId} and campaign_id = ${campaign.id} and state = 'pending'
        and next_at <= ${runner.clock.now().toISOString()}::timestamptz
      order by next_at, row limit 50 for update skip locked`);
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using recipients_due on recipients \(actual rows=50/);
});

describe('CP10: a campaign is paused by itself', () => {
  const people = Array.from({ length: 12 }, (_, n) => [`Person ${n}`, `+120255501${50 + n}`, 'Monday']);

  test('when its calls fail, with the figures', async () => {
    const campaign = await started(people);
    for (let n = 0; n < 12; n += 1) {
      await runner.tick(1);
      const last = runner.dialled[n];
      if (last) await runner.end(last.callId, { status: 'failed', reason: 'network_failed' });
    }
    expect(await runner.campaign(campaign)).toMatchObject({
      ...{ state: 'paused', pause: { reason: 'breaker_failures', detail: '10/10' } },
    });
    expect(runner.dialled).toHaveLength(10);
  });

  test('when its budget is spent, and when its last day is over', async () => {
    const campaign = await started(people, { ...fast, budgetMicros: 20_000 });
    await runner.tick();
    const [first] = runner.dialled;
    await runner.end(first?.callId ?? '');
    await runner.charge(first?.callId ?? '', 30_000);
    await runner.tick(6);
    expect(await runner.campaign(campaign)).toMatchObject({ state: 'paused', pause: { reason: 'budget' } });
    const other = await started([ada], { ...fast, endsOn: '2026-10-12' });
    await runner.tick(1);
    expect(await runner.campaign(other)).toMatchObject({ state: 'paused', pause: { reason: 'end_date' } });
    expect(runner.dialled).toHaveLength(1);
  });
});
