import { exampleOrganization, limits, startingPolicy } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaignStore } from '../src/adapters/postgres/campaigns/store.ts';
import { createContactStore } from '../src/adapters/postgres/contacts/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { createRemoveOldCampaigns } from '../src/features/campaigns/remove-old-campaigns.ts';
import { CampaignDesk, exampleFile } from '../testing/campaigns.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { testDigest } from '../testing/number-digest.ts';

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
});
afterAll(() => test_.drop());

const ada = ['Ada', '+12025550123'];
const code = (name: string) => expect.objectContaining({ code: name });

async function count({ caller }: CampaignDesk, table: 'campaigns' | 'recipients'): Promise<number> {
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`select count(*)::int as n from ${sql.raw(table)} where tenant_id = ${caller.tenantId}`),
  );
  return Number(rows[0]?.n);
}

test('CP1: the text of the template is that of the time when the campaign was made', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.create();
  expect(campaign).toMatchObject({
    ...{ name: 'Recall', purpose: 'reminder', agentId: 'ada', prompt: 'Remind <Patient Name> of <Day>.' },
    ...{ defaults: { 'Patient Name': '', Day: 'Tuesday' }, policy: startingPolicy, file: null, rows: 0 },
  });
  await database.forTenant(desk.caller.tenantId, (tx) => tx.execute(sql`delete from templates`));
  const { campaign: later } = await desk.endpoints.getCampaign(desk.ask({ params: campaign }));
  expect(later).toEqual(campaign);
  await expect(desk.create('reminder')).rejects.toEqual(code('template_not_found'));
  await expect(desk.create('reminder', { agentId: 'nobody' })).rejects.toEqual(code('agent_not_found'));
  await expect(desk.create('reminder', { templateId: 'x' })).rejects.toEqual(code('template_not_found'));
});

test('CP1: of two who change it at once, the second is refused', async () => {
  const desk = await CampaignDesk.open(database);
  const { id, revision } = await desk.create();
  const change = (name: string) => {
    const body = { revision, name, policy: { ...startingPolicy, attempts: 2 } };
    return desk.endpoints.changeCampaign(desk.ask({ params: { id }, body }));
  };
  const results = await Promise.allSettled([change('One'), change('Two')]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((each) => each.status === 'rejected')?.reason).toEqual(code('campaign_changed'));
  const { campaign } = await desk.endpoints.getCampaign(desk.ask({ params: { id } }));
  expect(campaign).toMatchObject({ id, revision: revision + 1, policy: { attempts: 2 } });
  const { campaigns } = await desk.endpoints.listCampaigns(desk.ask());
  expect(campaigns).toMatchObject([{ id, name: campaign.name, fileName: null, rows: 0 }]);
  // Prompts of hundreds of campaigns are not sent for a list.
  expect(Object.keys(campaigns[0] ?? {})).not.toContain('prompt');
});

test('CP1: a draft gets another purpose, agent and template; its file was checked for those before', async () => {
  const desk = await CampaignDesk.open(database);
  const made = await desk.withRows([ada]);
  const { id, agentId, templateId, policy } = made;
  await database.forTenant(desk.caller.tenantId, (tx) =>
    tx.execute(sql`update templates set prompt = 'Ask <Patient Name> how it was.', placeholders = '{}'`),
  );
  const basics = { purpose: 'survey' as const, agentId, templateId };
  const change = (revision: number, changed: object) => {
    const body = { revision, name: 'Survey', policy, basics: { ...basics, ...changed } };
    return desk.endpoints.changeCampaign(desk.ask({ params: { id }, body }));
  };
  await expect(change(made.revision, { agentId: 'nobody' })).rejects.toEqual(code('agent_not_found'));
  await expect(change(made.revision, { templateId: 'x' })).rejects.toEqual(code('template_not_found'));
  await expect(change(made.revision - 1, {})).rejects.toEqual(code('campaign_changed'));
  expect(await desk.counts(made)).toEqual({ pending: 1 });
  const { campaign } = await change(made.revision, {});
  expect(campaign).toMatchObject({
    ...{ name: 'Survey', purpose: 'survey', prompt: 'Ask <Patient Name> how it was.' },
    ...{ defaults: { 'Patient Name': '' }, file: null, rows: 0, revision: made.revision + 1 },
  });
  expect(await desk.counts(made)).toEqual({});
  // Rows that are still on their way belong to the file before.
  await expect(desk.send(made, [ada])).rejects.toEqual(code('campaign_changed'));
  const { campaign: again } = await desk.setFile(campaign);
  expect(again.file?.file).toBeGreaterThan(made.file?.file ?? 0);
  await database.forTenant(desk.caller.tenantId, (tx) =>
    tx.execute(sql`update campaigns set state = 'paused' where id = ${id}`),
  );
  await expect(change(again.revision, {})).rejects.toEqual(code('campaign_state'));
});

test('CP2: rows that are sent again change nothing; another file removes them and refuses those of the first', async () => {
  const desk = await CampaignDesk.open(database);
  const made = await desk.create();
  await expect(desk.send(made, [ada])).rejects.toEqual(code('campaign_changed'));
  const { campaign: first, sameFile } = await desk.setFile(made);
  expect([first.file?.file, sameFile]).toEqual([1, []]);
  await desk.send(first, [ada, ['Bob', '+12025550124']]);
  const { campaign } = await desk.send(first, [['Eve', '+12025550125'], ada]);
  expect([campaign.rows, await desk.counts(first)]).toEqual([2, { pending: 2 }]);
  const { campaign: second } = await desk.setFile(made, { digest: 'b'.repeat(64) });
  expect([second.file?.file, second.rows, await desk.counts(second)]).toEqual([2, 0, {}]);
  await expect(desk.send(first, [ada])).rejects.toEqual(code('campaign_changed'));
  const bad = { ...exampleFile, columns: { ...exampleFile.columns, number: 6 } };
  await expect(desk.setFile(made, bad)).rejects.toEqual(code('invalid_request'));
  const none = { ...exampleFile, columns: { ...exampleFile.columns, number: null } };
  await expect(desk.setFile(made, none)).rejects.toEqual(code('invalid_request'));
});

test('CP2: the same file is noticed, and deleting a campaign leaves nothing of it', async () => {
  const desk = await CampaignDesk.open(database);
  const first = await desk.withRows([ada]);
  const { campaign: second, sameFile } = await desk.setFile(await desk.create());
  expect(sameFile).toEqual([{ id: first.id, name: 'Recall', createdAt: first.createdAt }]);
  for (const { id } of [first, second]) await desk.endpoints.deleteCampaign(desk.ask({ params: { id } }));
  expect([await count(desk, 'campaigns'), await count(desk, 'recipients')]).toEqual([0, 0]);
  await expect(desk.recipients(first)).rejects.toEqual(code('campaign_not_found'));
});

test('CP2: a row too many refuses the rows that came with it', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows([ada]);
  await database.forTenant(desk.caller.tenantId, (tx) =>
    tx.execute(sql`update campaigns set rows = ${limits.importRowsMax - 1}`),
  );
  const two = [
    ['Bob', '+12025550124'],
    ['Eve', '+12025550125'],
  ];
  await expect(desk.send(campaign, two, 3)).rejects.toEqual(code('too_many_recipients'));
  expect(await desk.counts(campaign)).toEqual({ pending: 1 });
});

test('CP3: every row is kept with its cells and a reason, found by it, and can be corrected', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows([ada, ['Bob', 'ask him', 'Monday'], ['Eve', '+18005550123']]);
  expect(await desk.counts(campaign)).toEqual({ pending: 1, not_a_number: 1, no_zone: 1 });
  const { recipients } = await desk.recipients(campaign, { state: 'to_fix' });
  expect(recipients).toMatchObject([
    { row: 3, reason: 'not_a_number', detail: 'ask him', number: null, cells: ['Bob', 'ask him', 'Monday'] },
    { row: 4, reason: 'no_zone', number: '+18005550123', zones: [], zoneSource: null },
  ]);
  expect((await desk.recipients(campaign, { reason: 'no_zone' })).recipients).toHaveLength(1);
  expect(await desk.recipients(campaign, { limit: 2 })).toMatchObject({ hasMore: true });
  expect(await desk.recipients(campaign, { after: 3 })).toMatchObject({
    recipients: [{ row: 4 }],
    hasMore: false,
  });
  const { recipient } = await desk.correct(campaign, 3, ['Bob', '+1 303 555 0124', 'Monday']);
  expect(recipient).toMatchObject({ row: 3, state: 'pending', zones: ['America/Denver'] });
  // To somebody who is called already.
  expect((await desk.correct(campaign, 4, ada)).recipient).toMatchObject({ reason: 'repeated_person' });
  // A row is no repetition of itself.
  expect((await desk.correct(campaign, 2, ada)).recipient).toMatchObject({ state: 'pending' });
  await expect(desk.correct(campaign, 5, ada)).rejects.toEqual(code('recipient_not_found'));
  await expect(desk.correct(campaign, 'x', ada)).rejects.toEqual(code('recipient_not_found'));
  expect(await desk.counts(campaign)).toEqual({ pending: 2, repeated_person: 1 });
});

test('CP5: where somebody is can be chosen, and stays with the row until it is corrected again', async () => {
  const desk = await CampaignDesk.open(database);
  const eve = ['Eve', '+18005550123'];
  const campaign = await desk.withRows([eve]);
  const { recipient } = await desk.correct(campaign, 2, eve, 'America/Denver');
  expect(recipient).toMatchObject({
    state: 'pending',
    zones: ['America/Denver'],
    zoneSource: 'hand',
    cells: eve,
  });
  expect((await desk.recipients(campaign)).recipients).toMatchObject([{ zoneSource: 'hand' }]);
  expect((await desk.correct(campaign, 2, eve)).recipient).toMatchObject({ reason: 'no_zone', zones: [] });
});

test('CP3: rows with what is no text, or too long, are stored beside the others', async () => {
  const desk = await CampaignDesk.open(database);
  const long = `a${'😀'.repeat(250)}`;
  const twice = ['\uFDFA'.repeat(20), '+12025550126'];
  const campaign = await desk.withRows([
    ...[
      ada,
      ['B\u0000ob', '+12025550124'],
      [long, '+12025550125'],
      ['Eve', '+12025550127', '', '', '', long],
    ],
    ...[twice, twice, ['Tom', '+12025550128', '', '', '', '', 'mo\uD800re']],
  ]);
  expect(await desk.counts(campaign)).toEqual({
    ...{ pending: 2, not_text: 1, name_too_long: 1, external_id_too_long: 1, repeated_person: 1 },
    too_many_columns: 1,
  });
});

test('CP4: nobody is twice in a campaign, also when the same rows arrive at once; listed numbers are refused', async () => {
  const desk = await CampaignDesk.open(database);
  const { tenantId } = desk.caller;
  const list = createDoNotCallList(database, testDigest);
  const entry = { source: 'hand', callId: null, unconfirmed: false } as const;
  await list.add(tenantId, { ...entry, number: '+12025550199' });
  // Of somebody who was erased only a digest is kept.
  await list.add(tenantId, { ...entry, number: testDigest(tenantId, '+12025550198') });
  const { campaign } = await desk.setFile(await desk.create());
  const rows = [ada, ['Áda ', '(202) 555-0123'], ['Bob', '+12025550123']];
  await Promise.all([2, 12, 22, 32].map((first) => desk.send(campaign, rows, first)));
  await desk.send(
    campaign,
    [
      ['Listed', '+12025550199'],
      ['Erased', '+12025550198'],
    ],
    50,
  );
  expect(await desk.counts(campaign)).toEqual({ pending: 2, repeated_person: 10, do_not_call: 2 });
});

test('CP5: the zone of the contact beats that of the number', async () => {
  const desk = await CampaignDesk.open(database);
  const contacts = createContactStore(database);
  const body = { name: 'Ada', language: null, consent: [], notes: '', agentNotes: '' };
  await contacts.create(desk.caller, { ...body, number: '+12025550123', timeZone: 'Europe/Paris' }, 'hand');
  const campaign = await desk.withRows([ada, ['Bob', '+12025550124', '', 'Asia/Tokyo']]);
  expect((await desk.recipients(campaign)).recipients).toMatchObject([
    { zones: ['Europe/Paris'], zoneSource: 'contact' },
    { zones: ['Asia/Tokyo'], zoneSource: 'file' },
  ]);
});

test('CP8: three calls as the agent is told of them, and how long and dear it is', async () => {
  const clock = new ManualClock('2026-11-17T03:00:00Z');
  const { prices } = exampleOrganization.settings;
  const priced = { ...prices, carrier: { ...prices.carrier, outboundPerMinute: 14_000 } };
  const desk = await CampaignDesk.open(database, { prices: priced }, clock);
  const people = Array.from({ length: 90 }, (_, n) => [`Person ${n}`, `+1202555${1_000 + n}`, 'Monday']);
  const campaign = await desk.withRows(people);
  const preview = await desk.endpoints.previewCampaign(desk.ask({ params: campaign }));
  expect(preview.examples.map(({ row, instructions }) => [row, instructions])).toEqual([
    [2, 'Remind Person 0 of Monday.'],
    [3, 'Remind Person 1 of Monday.'],
    [4, 'Remind Person 2 of Monday.'],
  ]);
  // One line, calls of a minute: 90 minutes from 9:00 in New York.
  expect(preview.estimate).toEqual({
    ...{ calls: 90, secondsPerCall: 60, phoneCost: { micros: 90 * 14_000, currency: 'USD' } },
    startsAt: '2026-11-17T14:00:00.000Z',
    endsAt: '2026-11-17T15:30:00.000Z',
    consented: 0,
  });
});

test('CP20: before the start it is known how many are called without a ground', async () => {
  const desk = await CampaignDesk.open(database);
  const said = (name: string, number: string, consent: string) => [name, number, 'Monday', '', consent];
  const campaign = await desk.withRows([
    ada,
    said('Bob', '+12025550124', 'reminder: yes (web, 2026-10-01)'),
    said('Cleo', '+12025550125', 'survey, reminder'),
    said('Dan', '+12025550126', 'survey'),
    // Whoever refused is not in the list of those who are called.
    said('Eve', '+12025550127', 'reminder: no'),
  ]);
  const { estimate } = await desk.endpoints.previewCampaign(desk.ask({ params: campaign }));
  expect(estimate).toMatchObject({ calls: 4, consented: 2 });
});

test('CP9: erasing a number deletes its rows, and takes it out of others', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows([ada, ['Bob', '+12025550124', 'with +1 202 555 0123']]);
  await createPersonalData(database, testDigest).erase(
    desk.caller.tenantId,
    { kind: 'number', number: '+12025550123' },
    'user_admin',
  );
  const { recipients } = await desk.recipients(campaign);
  expect(recipients.map(({ row }) => row)).toEqual([3]);
  expect(JSON.stringify(recipients)).not.toContain('0123');
});

test('CP9: what nobody has changed for 90 days is removed', async () => {
  const desk = await CampaignDesk.open(database);
  await desk.withRows([ada]);
  const lines: object[] = [];
  const log = { debug() {}, info: (fields: object) => void lines.push(fields), warn() {}, error() {} };
  const clock = new ManualClock(new Date(Date.now() + 89 * 24 * 60 * 60 * 1_000).toISOString());
  const store = createCampaignStore(database);
  await createRemoveOldCampaigns(store, clock, log)();
  expect(await count(desk, 'campaigns')).toBe(1);
  // Campaigns of the other tests may be older.
  lines.length = 0;
  clock.advance(2 * 24 * 60 * 60 * 1_000);
  await createRemoveOldCampaigns(store, clock, log)();
  expect([await count(desk, 'campaigns'), await count(desk, 'recipients')]).toEqual([0, 0]);
  // Another test has left a campaign that is paused, which is stopped meanwhile.
  expect(lines.filter((line) => 'removed' in line)).toHaveLength(1);
});

test('CP3: a row of another file is not changed by whoever corrects one of the file before', async () => {
  const desk = await CampaignDesk.open(database);
  const first = await desk.withRows([['Bob', 'ask him']]);
  const { campaign } = await desk.setFile(first, { digest: 'b'.repeat(64) });
  await desk.send(campaign, [['Eve', '+12025550125']]);
  await expect(desk.correct(first, 2, ada)).rejects.toEqual(code('campaign_changed'));
  expect((await desk.recipients(campaign)).recipients).toMatchObject([{ row: 2, name: 'Eve' }]);
});

test('CP4: a zone chosen by hand is not lost when a repeated row takes over', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows([ada, ada]);
  const byHand = { row: 3, zones: ['America/Denver'], zoneSource: 'hand' };
  const { recipient } = await desk.correct(campaign, 3, ada, 'America/Denver');
  expect(recipient).toMatchObject({ ...byHand, reason: 'repeated_person' });
  await desk.correct(campaign, 2, ['Bob', '+12025550124']);
  expect((await desk.recipients(campaign)).recipients[1]).toMatchObject({ ...byHand, state: 'pending' });
});

test('CP4: a person whose first row was corrected to somebody else is not lost', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows([ada, ada, ada]);
  expect(await desk.counts(campaign)).toEqual({ pending: 1, repeated_person: 2 });
  await desk.correct(campaign, 2, ['Bob', '+12025550124']);
  const rows = async () =>
    (await desk.recipients(campaign)).recipients.map(({ row, state, reason }) => [row, reason ?? state]);
  expect(await rows()).toEqual([...[[2, 'pending']], ...[[3, 'pending']], ...[[4, 'repeated_person']]]);
  // Corrected without another person, it stays what it was.
  await desk.correct(campaign, 3, ['Ada', '+1 202 555 0123', 'Monday']);
  expect(await desk.counts(campaign)).toEqual({ pending: 2, repeated_person: 1 });
  await desk.correct(campaign, 3, ['Ada', 'none']);
  expect(await desk.counts(campaign)).toEqual({ pending: 2, not_a_number: 1 });
});

test('CP9: a row that is corrected is a change of the campaign', async () => {
  const desk = await CampaignDesk.open(database);
  const { tenantId } = desk.caller;
  const campaign = await desk.withRows([['Bob', 'ask him']]);
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`update campaigns set changed_at = now() - interval '80 days'`),
  );
  await desk.correct(campaign, 2, ada);
  const clock = new ManualClock(new Date(Date.now() + 15 * 24 * 60 * 60 * 1_000).toISOString());
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  await createRemoveOldCampaigns(createCampaignStore(database), clock, silent)();
  expect(await count(desk, 'campaigns')).toBe(1);
});
