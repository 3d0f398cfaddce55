import { randomUUID } from 'node:crypto';
import type { Campaign, ConsentPurpose } from '@parley/contract';
import { expect, test } from 'vitest';
import { createConsentRulesStore } from '../src/adapters/postgres/consent/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { ada, type CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';
import { testDigest } from '../testing/number-digest.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

const start = async (rows: string[][], body: object = {}, purpose: ConsentPurpose = 'reminder') =>
  runner.start(await runner.desk.withRows(rows, purpose), body);
const ask = (campaign: Campaign, more: object = {}) =>
  runner.desk.ask<never>({ params: { id: campaign.id }, ...more });
const numbers = () => runner.dialled.map(({ number }) => number);
const waits = async (campaign: Campaign) =>
  (await runner.desk.recipients(campaign)).recipients.map((row) => [row.state, row.waits?.reason ?? null]);

/** A server takes on the next row, and does not dial it yet. */
async function claim(campaign: Campaign, callId: string) {
  const order = { now: runner.clock.now(), leaseUntil: new Date(runner.clock.time() + 60_000), limit: 1 };
  const claimed = await runner.dispatch.claim(runner.desk.caller.tenantId, campaign.id, order, ([first]) => [
    { row: first?.row ?? 0, dial: true, callId },
  ]);
  const [one] = claimed ?? [];
  if (!one) throw new Error('Nobody was claimed.');
  return one;
}

test('CP3: of two who correct a row the second is told so, and overwrites only what they have seen', async () => {
  const { desk } = runner;
  const campaign = await desk.withRows([['Ada', 'nonsense', 'Monday'], eve]);
  const wrong = { cells: ['Ada', 'nonsense', 'Monday'], timeZone: null };
  const correct = (number: string, seen?: object) => {
    const body = { file: campaign.file?.file ?? 0, cells: ['Ada', number, 'Monday'], seen };
    return desk.endpoints.mendRecipient(desk.ask({ params: { id: campaign.id, row: '2' }, body }));
  };
  const number = async () => (await desk.recipients(campaign)).recipients[0]?.number;
  expect((await correct('+12025550171', wrong)).recipient).toMatchObject({ number: '+12025550171' });
  await expect(correct('+12025550172', wrong)).rejects.toMatchObject({
    code: 'campaign_changed',
    message: 'Somebody else has changed this row meanwhile.',
  });
  expect(await number()).toBe('+12025550171');
  // Two had the same idea, and an answer that was lost is asked for again.
  expect((await correct('+12025550171', wrong)).recipient).toMatchObject({ state: 'pending' });
  await correct('+12025550172', { cells: ['Ada', '+12025550171', 'Monday'], timeZone: null });
  expect(await number()).toBe('+12025550172');
  // Pages of the release before do not say what they have seen.
  await correct('+12025550173');
  expect(await number()).toBe('+12025550173');
  await expect(
    correct('+12025550174', { cells: ['Ada', '+12025550173', 'Monday'], timeZone: 'America/Denver' }),
  ).rejects.toMatchObject({ code: 'campaign_changed' });
});

test('CP20: whoever was held for want of a ground is called once one is declared, and nobody else who is held', async () => {
  const campaign = await start([ada, eve], { ground: false });
  const held = await runner.run.holdRecipient(
    runner.desk.ask<never>({ params: { id: campaign.id, row: '3' } }),
  );
  expect(held.recipient).toMatchObject({ state: 'held' });
  await runner.tick();
  expect(await waits(campaign)).toEqual([
    ['held', 'no_ground'],
    ['held', 'person'],
  ]);
  const rules = createConsentRulesStore(database, testDigest);
  const grounds = { service: 'customers', reminder: null, survey: null } as const;
  await rules.declare(runner.desk.caller, { revision: 0, grounds });
  expect(await waits(campaign)).toContainEqual(['held', 'no_ground']);
  await rules.declare(runner.desk.caller, { revision: 1, grounds: { ...grounds, reminder: 'customers' } });
  await runner.tick(1);
  expect(numbers()).toEqual([ada[1]]);
  expect(await waits(campaign)).toEqual([
    ['in_call', null],
    ['held', 'person'],
  ]);
});

test('CP21: whoever was held for want of a registry is called once it is there', async () => {
  const campaign = await start([[...ada, '', 'sales: yes (written, 2026-01-10)']], {}, 'sales');
  await runner.tick();
  expect(await waits(campaign)).toEqual([['held', 'registry_missing']]);
  const file = { id: randomUUID(), fileName: '202.csv', dated: '2026-10-10' };
  const rules = createConsentRulesStore(database, testDigest);
  await rules.addNumbers(runner.desk.caller, { ...file, last: false }, ['+12025550199']);
  expect(await waits(campaign)).toEqual([['held', 'registry_missing']]);
  await rules.addNumbers(runner.desk.caller, { ...file, last: true }, ['+12025550198']);
  await runner.tick(1);
  expect(numbers()).toEqual([ada[1]]);
});

test('CP11: a slow server that gives back an attempt takes nothing from the one that has it by now', async () => {
  const campaign = await start([ada]);
  const slow = { ...(await claim(campaign, randomUUID())), campaignId: campaign.id };
  const back = { state: 'pending', reason: null, nextAt: null } as const;
  await runner.dispatch.returnAttempt(slow, back);
  const { callId } = await claim(campaign, randomUUID());
  await runner.dispatch.returnAttempt(slow, back);
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    { state: 'dialing', attempts: 1, callId },
  ]);
});

test('CP18: a call that is up after all takes back its row, unless a person has decided about it', async () => {
  const campaign = await start([ada, eve]);
  for (const place of [0, 1]) {
    await runner.tick(5);
    await runner.end(runner.dialled[place]?.callId ?? '', { status: 'busy' });
  }
  await runner.run.skipRecipient(runner.desk.ask<never>({ params: { id: campaign.id, row: '3' } }));
  const lease = new Date(runner.clock.time() + 60_000);
  for (const { callId } of runner.dialled)
    await runner.dispatch.reopen(runner.desk.caller.tenantId, callId, lease);
  expect(await waits(campaign)).toEqual([
    ['in_call', null],
    ['suppressed', 'skipped'],
  ]);
});

test('CP16: one that was scheduled and then paused is a draft again when it is stopped', async () => {
  const campaign = await start([ada], { at: new Date(runner.clock.time() + 3_600_000).toISOString() });
  expect((await runner.run.pauseCampaign(ask(campaign))).campaign.state).toBe('paused');
  const { campaign: stopped } = await runner.run.stopCampaign(ask(campaign, { body: { now: false } }));
  expect(stopped).toMatchObject({ state: 'draft', side: null, startAt: null, pause: null });
  expect(await waits(campaign)).toEqual([['pending', null]]);
  expect(await runner.start(stopped)).toMatchObject({ state: 'running' });
});

test('CP11: an attempt whose call is gone has failed, and the campaign goes on', async () => {
  const campaign = await start([ada]);
  await runner.tick();
  const { tenantId } = runner.desk.caller;
  await database.asSystem((tx) => tx.execute(sql`delete from calls where tenant_id = ${tenantId}`));
  await runner.tick(70);
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    { state: 'pending', result: 'failed', attempts: 1, waits: { reason: 'retry' } },
  ]);
});

test('CP14: whoever is erased between claim and dial is not called', async () => {
  const campaign = await start([ada]);
  const { tenantId } = runner.desk.caller;
  const claimed = await claim(campaign, randomUUID());
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`delete from recipients where tenant_id = ${tenantId} and number = ${ada[1]}`),
  );
  await runner.attempts.place(claimed);
  expect(runner.dialled).toEqual([]);
});

test('CP23: a refusal of the only contact of a number counts whatever its name, its consent does not', async () => {
  const { tenantId } = runner.desk.caller;
  const told = async (number: string | undefined, given: boolean) => {
    const consent = { purpose: 'reminder', given, at: '2026-10-12', source: 'import' };
    await database.forTenant(tenantId, (tx) =>
      tx.execute(sql`
        insert into contacts (tenant_id, id, number, name, name_key, source, consent)
        values (${tenantId}, ${randomUUID()}, ${number}, 'A. W.', 'a. w.', 'hand',
          ${JSON.stringify({ version: 1, given: [consent] })}::jsonb)`),
    );
  };
  const campaign = await start([ada, eve], { ground: false });
  await told(ada[1], false);
  await told(eve[1], true);
  await runner.tick();
  expect(await waits(campaign)).toEqual([
    ['suppressed', 'consent_refused'],
    ['held', 'no_ground'],
  ]);
});

test('CP24: a server that was suspended between claim and dial calls nobody after the hours', async () => {
  const campaign = await start([ada]);
  const claimed = await claim(campaign, randomUUID());
  runner.clock.advance(12 * 3_600_000);
  await runner.attempts.place(claimed);
  expect(runner.dialled).toEqual([]);
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    {
      ...{ state: 'pending', attempts: 0, waits: { reason: 'window' } },
      nextAt: '2026-10-14T13:00:00.000Z',
    },
  ]);
});

test('CP12: another policy of a campaign that is paused holds for whoever is still to be called', async () => {
  const { desk } = runner;
  const campaign = await start([ada, eve, ['Sam Long', '+12025550125', 'Friday']]);
  const change = async (policy: object) => {
    const { revision, name, policy: before } = await runner.campaign(campaign);
    const body = { revision, name, policy: { ...before, ...policy } };
    return desk.endpoints.changeCampaign(desk.ask({ params: { id: campaign.id }, body }));
  };
  await runner.tick();
  await runner.end(runner.dialled[0]?.callId ?? '', { status: 'busy' });
  await expect(change({ attempts: 1 })).rejects.toMatchObject({ code: 'campaign_state' });
  // At night those who were not called wait for the morning.
  await runner.tick(12 * 60 * 60);
  expect(await waits(campaign)).toEqual([
    ['pending', 'window'],
    ['pending', 'window'],
    ['pending', 'window'],
  ]);
  await runner.run.pauseCampaign(ask(campaign));
  const always = [{ from: '00:00', to: '24:00' }];
  const hours = { ...campaign.policy.hours, tuesday: always, wednesday: always };
  await change({ hours, attempts: 1, atOnce: 5 });
  // The one call to Ada is used up by now, and the others are looked at again as soon as it goes on.
  expect(await waits(campaign)).toEqual([
    ['exhausted', null],
    ['pending', null],
    ['pending', null],
  ]);
  await runner.tick(1);
  expect(runner.dialled).toHaveLength(1);
  await runner.run.resumeCampaign(ask(campaign));
  await runner.tick(4);
  await runner.tick(4);
  expect(numbers()).toEqual([ada[1], eve[1], '+12025550125']);
});

test('CP12: hours that are never open are changed while it is paused, and whoever was held for them is called', async () => {
  const { desk } = runner;
  const campaign = await desk.withRows([ada, eve]);
  const body = (policy: object, revision: number) => ({
    ...{ revision, name: campaign.name, policy: { ...campaign.policy, atOnce: 5, ...policy } },
  });
  const change = (given: object) =>
    desk.endpoints.changeCampaign(desk.ask({ params: { id: campaign.id }, body: given }));
  const none = Object.fromEntries(Object.keys(campaign.policy.hours).map((day) => [day, []]));
  const { campaign: closed } = await change(body({ hours: none }, campaign.revision));
  const running = await runner.start(closed);
  await runner.tick();
  await runner.tick(4);
  expect(await waits(running)).toEqual([
    ['held', 'never_open'],
    ['held', 'never_open'],
  ]);
  await runner.run.pauseCampaign(ask(running));
  await change(body({}, closed.revision));
  expect(await waits(running)).toEqual([
    ['pending', null],
    ['pending', null],
  ]);
});

test('CP4: people who share a number are counted, marked and found, those alone who will be called', async () => {
  const { desk } = runner;
  const at = (name: string, number: string) => [name, number, 'Monday'];
  const same = '+12025550123';
  const people = [at('Ada', same), eve, at('Bob', same), at('Ada', same), at('Cy', 'nonsense')];
  const campaign = await desk.withRows(people);
  const shared = async () => {
    const { shared: count } = await desk.endpoints.getCampaign(desk.ask({ params: { id: campaign.id } }));
    const { recipients } = await desk.recipients(campaign, { shared: 'true' });
    return [count, recipients.map(({ row }) => row)];
  };
  expect(await shared()).toEqual([2, [2, 4]]);
  const { recipients } = await desk.recipients(campaign);
  expect(recipients.map((each) => each.shared ?? false)).toEqual([true, false, true, false, false]);
  await desk.correct(campaign, 4, at('Bob', '+12025550126'));
  expect(await shared()).toEqual([0, []]);
  await runner.start(campaign);
  expect((await desk.endpoints.getCampaign(desk.ask({ params: { id: campaign.id } }))).shared).toBe(0);
});
