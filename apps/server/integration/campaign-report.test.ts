import { randomUUID } from 'node:crypto';
import type { AttemptResult, Campaign, RecipientState } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaignReports } from '../src/adapters/postgres/campaigns/report-store.ts';
import { createCampaignRuns } from '../src/adapters/postgres/campaigns/runs.ts';
import { createCampaignStore } from '../src/adapters/postgres/campaigns/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallEditor } from '../src/adapters/postgres/do-not-call/editor.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { campaignReportEndpoints } from '../src/features/campaigns/report-endpoints.ts';
import { CampaignDesk } from '../testing/campaigns.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testDigest } from '../testing/number-digest.ts';

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
});
afterAll(() => test_.drop());

const numberOf = (n: number) => `+120255501${String(n).padStart(2, '0')}`;

/** Four people in two zones, and a fifth who is refused. */
async function started() {
  const desk = await CampaignDesk.open(database);
  const zones = ['America/New_York', 'America/New_York', 'America/Denver', 'America/Denver'];
  const rows = zones.map((zone, n) => [`Person ${n}`, numberOf(n), 'Monday', zone]);
  const { campaign: described } = await desk.setFile(await desk.create(), { rowsInFile: 5 });
  const { campaign } = await desk.send(described, [...rows, ['Person 0', numberOf(0), 'Tuesday', 'UTC']]);
  const reports = createCampaignReports(database);
  const orderFile = () => Promise.reject(new Error('No file is asked for here.'));
  const campaigns = createCampaignStore(database, testDigest);
  return { desk, campaign, reports, endpoints: campaignReportEndpoints({ reports, campaigns, orderFile }) };
}

interface Made {
  readonly row: number;
  readonly attempt?: number;
  readonly result: AttemptResult;
  readonly at?: string;
}

async function attempt(desk: CampaignDesk, { id }: Campaign, made: Made): Promise<string> {
  const { row, attempt: n = 1, result, at = '2026-11-02T15:30:00Z' } = made;
  const { tenantId } = desk.caller;
  const callId = randomUUID();
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`
      insert into recipient_attempts (tenant_id, campaign_id, row, attempt, call_id, person, purpose, started_at, ended_at, result)
      values (${tenantId}, ${id}, ${row}, ${n}, ${callId}, 'x', 'reminder', ${at}::timestamptz, ${at}::timestamptz, ${result})`),
  );
  return callId;
}

async function become(
  desk: CampaignDesk,
  { id }: Campaign,
  rows: Readonly<Record<number, readonly [RecipientState, AttemptResult | null]>>,
) {
  await database.forTenant(desk.caller.tenantId, async (tx) => {
    await tx.execute(sql`update campaigns set state = 'completed' where id = ${id}`);
    for (const [row, [state, result]] of Object.entries(rows))
      await tx.execute(sql`
        update recipients set state = ${state}, result = ${result} where campaign_id = ${id} and row = ${Number(row)}`);
  });
}

test('CP30: the report counts people and calls, by result, hour and zone of the person', async () => {
  const { desk, campaign, endpoints } = await started();
  await attempt(desk, campaign, { row: 2, result: 'no_answer', at: '2026-11-02T14:10:00Z' });
  await attempt(desk, campaign, { row: 2, attempt: 2, result: 'reached' });
  await attempt(desk, campaign, { row: 3, result: 'voicemail' });
  await attempt(desk, campaign, { row: 4, result: 'opted_out' });
  await attempt(desk, campaign, { row: 5, result: 'not_counted' });
  const { report } = await endpoints.getCampaignReport(desk.ask({ params: campaign }));
  expect(report).toMatchObject({
    ...{ rows: 5, called: 3, reached: 1, calls: 4, answered: 2, machines: 1, hungUp: 0, optOuts: 1 },
    suppressed: [{ reason: 'repeated_person', count: 1 }],
    // 14:10 and 15:30 in UTC are 9:10 and 10:30 in New York, and 15:30 is 8:30 in Denver.
    hours: [
      { hour: 8, calls: 1, answered: 1 },
      { hour: 9, calls: 1, answered: 0 },
      { hour: 10, calls: 2, answered: 1 },
    ],
    zones: [
      { zone: 'America/New_York', calls: 3, answered: 1, reached: 1 },
      { zone: 'America/Denver', calls: 1, answered: 1, reached: 0 },
    ],
    ...{ seconds: 0, fields: [], costs: [] },
  });
  expect(report.results.map(({ result }) => result).toSorted()).toEqual(
    ['no_answer', 'not_counted', 'opted_out', 'reached', 'voicemail'].toSorted(),
  );
});

test('CP30: outcomes by field, length and cost are those of its calls; a correction counts', async () => {
  const { desk, campaign, reports } = await started();
  const { tenantId } = desk.caller;
  const fields = [
    { id: 'ok', label: 'Confirmed', type: 'yes_no', description: '', choices: [], required: true },
  ];
  for (const [row, value] of [
    [2, true],
    [3, false],
    [4, null],
  ] as const) {
    const callId = await attempt(desk, campaign, { row, result: 'reached' });
    const values = value === null ? [] : [{ field: 'ok', value, proof: null }];
    const outcome = JSON.stringify({ version: 1, fields, values });
    await database.asSystem((tx) =>
      tx.execute(sql`
        insert into calls (tenant_id, id, agent_id, direction, status, from_number, to_number, carrier, engine, answered_at,
          ended_at, outcome)
        values (${tenantId}, ${callId}, 'ada', 'outbound', 'completed', '+15005550006', ${numberOf(row)}, 'lab', 'relay',
          '2026-11-02T15:30:00Z', '2026-11-02T15:30:20Z', ${outcome}::jsonb)`),
    );
    if (row === 3)
      await database.forTenant(tenantId, (tx) =>
        tx.execute(sql`
          insert into outcome_corrections (tenant_id, call_id, field_id, value)
          values (${tenantId}, ${callId}, 'ok', 'true'::jsonb)`),
      );
    await database.asSystem((tx) =>
      tx.execute(sql`
        insert into call_costs (tenant_id, call_id, day, currency, carrier_micros, carrier_state, model_state)
        values (${tenantId}, ${callId}, '2026-11-02', 'USD', 10000, 'final', 'none')`),
    );
  }
  expect(await reports.report(tenantId, campaign.id)).toMatchObject({
    seconds: 60,
    fields: [{ id: 'ok', label: 'Confirmed', calls: 3, known: 2, values: [{ value: 'Yes', count: 2 }] }],
    costs: [{ currency: 'USD', micros: 30_000, estimate: false }],
  });
  // The same, row by row.
  expect(await reports.outcomeFields(tenantId, campaign.id)).toEqual([{ id: 'ok', label: 'Confirmed' }]);
  const rows = await reports.rowsAfter(tenantId, campaign.id, 0, 4);
  const answer = (value: boolean | null) => [{ id: 'ok', label: 'Confirmed', value }];
  expect(rows.map(({ calls }) => calls.map(({ outcome }) => outcome))).toEqual([
    ...[[answer(true)], [answer(true)], [answer(null)], []],
  ]);
});

test('CP31: the results have every row with its cells and its calls; the audit log says who took them', async () => {
  const { desk, campaign, reports } = await started();
  await attempt(desk, campaign, { row: 2, result: 'reached' });
  const first = await reports.results(desk.caller, campaign.id, 0, 3);
  expect(first).toMatchObject({
    hasMore: true,
    results: [
      {
        row: 2,
        cells: ['Person 0', numberOf(0), 'Monday', 'America/New_York'],
        calls: [{ result: 'reached' }],
      },
      { row: 3, calls: [] },
      { row: 4, calls: [] },
    ],
  });
  const rest = await reports.results(desk.caller, campaign.id, 4, 3);
  expect(rest).toMatchObject({ hasMore: false, results: [{ row: 5 }, { row: 6, state: 'refused' }] });
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`
      select subject from audit_log where tenant_id = ${desk.caller.tenantId} and action = 'campaign.exported'`),
  );
  // One for each page: nobody passes it by starting behind another row than the first.
  expect(rows).toEqual(Array(2).fill({ subject: campaign.id }));
});

test('CP32: a draft is made of those not reached, once the campaign is over', async () => {
  const { desk, campaign, endpoints } = await started();
  const again = () => endpoints.repeatCampaign(desk.ask({ params: campaign }));
  await expect(again()).rejects.toMatchObject({ code: 'campaign_state' });
  const states = { 2: ['done', 'reached'], 3: ['exhausted', 'no_answer'], 4: ['done', 'opted_out'] } as const;
  await become(desk, campaign, { ...states, 5: ['canceled', null] });
  await createDoNotCallEditor(database, testDigest).add(desk.caller, numberOf(3));
  const { campaign: child } = await again();
  expect(child).toMatchObject({
    ...{ name: 'Recall (again)', state: 'draft', parentId: campaign.id, rows: 2, prompt: campaign.prompt },
    ...{ policy: campaign.policy, createdBy: { displayName: 'Kit' } },
  });
  expect((await desk.recipients(child)).recipients).toMatchObject([
    { row: 3, state: 'pending', attempts: 0, cells: ['Person 1', numberOf(1), 'Monday', 'America/New_York'] },
    { row: 5, state: 'refused', reason: 'do_not_call' },
  ]);
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`
      select subject, data from audit_log where tenant_id = ${desk.caller.tenantId} and action = 'campaign.repeated'`),
  );
  expect(rows).toEqual([{ subject: child.id, data: { of: campaign.id } }]);
  const order = {
    revision: child.revision,
    at: null,
    ground: true,
    side: 'sandbox',
    now: new Date(),
  } as const;
  const startedAgain = await createCampaignRuns(database).start(desk.caller, child.id, order);
  expect(startedAgain).toMatchObject({ id: child.id, state: 'running' });
});

test('CP32: without anybody to reach, and in another organization, nothing is made', async () => {
  const { desk, campaign, endpoints } = await started();
  const other = await CampaignDesk.open(database);
  const reached = ['done', 'reached'] as const;
  await become(desk, campaign, { 2: reached, 3: reached, 4: reached, 5: ['suppressed', null] });
  await expect(endpoints.repeatCampaign(desk.ask({ params: campaign }))).rejects.toMatchObject({
    code: 'campaign_not_ready',
  });
  const { campaigns } = await desk.endpoints.listCampaigns(desk.ask());
  expect(campaigns).toHaveLength(1);
  for (const request of [endpoints.repeatCampaign, endpoints.getCampaignReport])
    await expect(request(other.ask({ params: campaign }))).rejects.toMatchObject({
      code: 'campaign_not_found',
    });
});
