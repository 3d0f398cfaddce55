import { text } from 'node:stream/consumers';
import { type Campaign, exampleOrganization, parseCsv, type ResultsKind } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCampaignReports } from '../src/adapters/postgres/campaigns/report-store.ts';
import { createCampaignStore } from '../src/adapters/postgres/campaigns/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { type OpenCallExports, openCallExports } from '../src/composition/call-exports.ts';
import { campaignReportEndpoints } from '../src/features/campaigns/report-endpoints.ts';
import { CampaignDesk } from '../testing/campaigns.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testDigest } from '../testing/number-digest.ts';

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
let test_: TestDatabase;
let database: Database;
let files: OpenCallExports;
beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  const organizations = { of: async () => exampleOrganization.settings };
  files = openCallExports({ database, organizations, search: {} as never, log });
});
afterAll(() => test_.drop());

const endpoints = () =>
  campaignReportEndpoints({
    reports: createCampaignReports(database, testDigest),
    campaigns: createCampaignStore(database, testDigest),
    orderFile: files.orderFile,
  });
const ask = (desk: CampaignDesk, { id }: Campaign, kind: ResultsKind = 'people') =>
  endpoints().createResultsFile(desk.ask({ params: { id }, body: { kind } }));
const fetched = async (link: string) => {
  const { fileName, content } = await files.download(
    link.split('/').at(-1) ?? '',
    new AbortController().signal,
  );
  return { fileName, lines: parseCsv(await text(content), ',').map(({ cells }) => cells) };
};
const people = (count: number) =>
  Array.from({ length: count }, (_, n) => [`Person ${n}`, `+1202555${1_000 + n}`, 'Monday']);

test('CP31: a file has every row, however many there are, or every call; the audit log says who asked', async () => {
  const desk = await CampaignDesk.open(database);
  const { tenantId, userId } = desk.caller;
  const campaign = await desk.withRows([...people(240), ['Eve', 'nonsense', 'Monday']]);
  for (const row of [2, 3, 200])
    await database.forTenant(tenantId, (tx) =>
      tx.execute(sql`
        insert into recipient_attempts (tenant_id, campaign_id, row, attempt, call_id, person, purpose, result, started_at, ended_at)
        values (${tenantId}, ${campaign.id}::uuid, ${row}, 1, gen_random_uuid(), 'x', 'reminder', 'no_answer', now(), now())`),
    );
  const asked = await ask(desk, campaign);
  expect(asked.export).toMatchObject({ state: 'waiting', total: 241 });
  const { fileName, lines } = await fetched(asked.link);
  expect(fileName).toBe('results.csv');
  const at = (title: string) => lines[0]?.indexOf(title) ?? -1;
  expect(lines.slice(1).map((cells) => cells[at('Row')])).toEqual(
    Array.from({ length: 241 }, (_, n) => String(n + 2)),
  );
  expect(lines.at(-1)?.slice(0, 2)).toEqual(['Eve', 'nonsense']);
  const calls = await ask(desk, campaign, 'calls');
  expect((await fetched(calls.link)).lines.slice(1).map(([name]) => name)).toEqual(
    [0, 1, 198].map((n) => `Person ${n}`),
  );
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`
      select actor, action, data from audit_log where tenant_id = ${tenantId} and (
        action = 'campaign.exported' and subject = ${campaign.id} or subject = ${asked.export.id}) order by id`),
  );
  expect(rows).toEqual([
    {
      ...{ actor: userId, action: 'campaign.exported' },
      data: { export: asked.export.id, kind: 'people', rows: 241 },
    },
    { actor: userId, action: 'calls.export_ended', data: { state: 'done', calls: 241 } },
    {
      ...{ actor: userId, action: 'campaign.exported' },
      data: { export: calls.export.id, kind: 'calls', rows: null },
    },
  ]);
});

test('CP31, EX5: a link works once and for a minute, and for nobody else’s campaign', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows(people(2));
  const { link } = await ask(desk, campaign);
  const both = await Promise.allSettled([fetched(link), fetched(link)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const used = { code: 'export_not_found', message: expect.stringContaining('was used or has expired') };
  await expect(fetched(link)).rejects.toMatchObject(used);

  const late = await ask(desk, campaign);
  await database.asSystem((tx) =>
    tx.execute(
      sql`update call_exports set link_until = now() - interval '1 second' where id = ${late.export.id}`,
    ),
  );
  await expect(fetched(late.link)).rejects.toMatchObject(used);

  const other = await CampaignDesk.open(database);
  await expect(ask(other, campaign)).rejects.toMatchObject({ code: 'campaign_not_found' });

  // Deleted before the file is fetched: nothing of it is written.
  const gone = await ask(desk, campaign);
  await desk.endpoints.deleteCampaign(desk.ask({ params: { id: campaign.id } }));
  await expect(fetched(gone.link)).rejects.toMatchObject(used);
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`select state, rows_written from call_exports where id = ${gone.export.id}`),
  );
  expect(rows).toEqual([{ state: 'failed', rows_written: 0 }]);
});

test('CP31, EX9: whoever is saving a file is told so, whatever is in it', async () => {
  const desk = await CampaignDesk.open(database);
  const campaign = await desk.withRows(people(300));
  const { link, export: own } = await ask(desk, campaign);
  const gone = new AbortController();
  const { content } = await files.download(link.split('/').at(-1) ?? '', gone.signal);
  await expect(ask(desk, campaign)).rejects.toMatchObject({ code: 'export_running' });
  const broken = new Promise((resolve) => content.once('error', resolve));
  gone.abort();
  await broken;
  const state = async () => (await files.endpoints.getExport(desk.ask({ params: own }))).export;
  await expect.poll(state).toMatchObject({ state: 'failed', problem: 'disconnected' });
  expect((await fetched((await ask(desk, campaign)).link)).lines).toHaveLength(301);
});
