import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { CampaignRunner } from '../testing/campaign-runner.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let testDatabase: TestDatabase;
let database: Database;
let runner: CampaignRunner;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  runner = await CampaignRunner.open(database);
});
afterAll(() => testDatabase.drop());

const pieceSize = 1_000;
const pieces = 5;
const zones = ['America/New_York', 'America/Denver', 'Europe/London', 'Pacific/Honolulu'];

/** Every tenth row of a piece after the first is of somebody of the first. */
function piece(place: number): string[][] {
  return Array.from({ length: pieceSize }, (_, n) => {
    const person = place > 0 && n % 10 === 0 ? n : place * pieceSize + n;
    const number = `+1202${2_000_000 + person}`;
    return [`Person ${person}`, number, 'Monday', zones[n % zones.length] ?? ''];
  });
}

const count = async (table: 'recipients' | 'campaigns') => {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.raw(table)}`),
  );
  return rows[0]?.count;
};

test('CP2: a list of 5,000 says how far it is, and cancelling half-way leaves nothing of it', async () => {
  const { desk } = runner;
  const { campaign } = await desk.setFile(await desk.create(), { rowsInFile: pieces * pieceSize });
  for (const place of [0, 1, 2]) {
    const { campaign: now } = await desk.send(campaign, piece(place), 2 + place * pieceSize);
    expect(now.rows).toBe((place + 1) * pieceSize);
  }
  await desk.endpoints.deleteCampaign(desk.ask({ params: { id: campaign.id } }));
  const late = desk.send(campaign, piece(3), 2 + 3 * pieceSize);
  await expect(late).rejects.toMatchObject({ code: 'campaign_not_found' });
  expect([await count('recipients'), await count('campaigns')]).toEqual([0, 0]);
});

test('CP4, CP10: of 5,000 everybody is there once, and list and page count them while it runs and when it is over', async () => {
  const { desk } = runner;
  const { campaign } = await desk.setFile(await desk.create(), { rowsInFile: pieces * pieceSize });
  for (let place = 0; place < pieces; place += 1)
    await desk.send(campaign, piece(place), 2 + place * pieceSize);
  const people = pieceSize + (pieces - 1) * pieceSize * 0.9;
  expect(await desk.counts(campaign)).toEqual({
    pending: people,
    repeated_person: pieces * pieceSize - people,
  });
  const { campaign: filled } = await desk.endpoints.getCampaign(desk.ask({ params: { id: campaign.id } }));
  await runner.start(filled);
  // One call at a time, as in a new policy.
  await runner.tick();
  const shown = async () => {
    const { progress } = await runner.run.getCampaignProgress(desk.ask<never>({ params: campaign }));
    const { campaigns } = await desk.endpoints.listCampaigns(desk.ask());
    return { progress, listed: campaigns.find(({ id }) => id === campaign.id) };
  };
  const running = await shown();
  expect(running.listed).toMatchObject({ state: 'running', progress: { people, finished: 0 } });
  const states = new Map(running.progress.states.map(({ state, count: of }) => [state, of]));
  expect((states.get('pending') ?? 0) + (states.get('in_call') ?? 0)).toBe(people);
  expect(running.progress.live).toHaveLength(1);

  const { tenantId } = desk.caller;
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`
      update recipients set state = 'done', result = 'reached', lease_until = null, waits = null
      where tenant_id = ${tenantId} and campaign_id = ${campaign.id} and state in ('pending', 'in_call')`),
  );
  await runner.tick(1);
  const over = await shown();
  expect(over.listed).toMatchObject({ state: 'completed', progress: { people, finished: people } });
  expect(over.progress.results).toEqual([{ result: 'reached', count: people }]);
});
