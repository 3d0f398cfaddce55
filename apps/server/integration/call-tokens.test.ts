import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toldUsage } from '../testing/ai-sdk/model-server.ts';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';

const number = '+15005550006';
const polling = { interval: 100, timeout: 60_000 };
let desk: RealDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openRealDesk({ numbers: [number], callees: { default: 'confirms' } });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  expect(await desk.organization.connect([number])).toMatchObject({ status: 200 });
  await desk.organization.goLive();
  const { settings, revision } = (await desk.as().request('GET', '/api/organization')).body.organization;
  const audio = { audioInputPerMillion: null, audioOutputPerMillion: null };
  const models = [{ model: 'small', inputPerMillion: 1_000_000, outputPerMillion: 2_000_000, ...audio }];
  const prices = { ...settings.prices, models };
  await desk
    .as()
    .request('PUT', '/api/organization', { revision, settings: { ...settings, currency: 'USD', prices } });
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

describe('CO4: the tokens of a call', { timeout: 120_000 }, () => {
  test('are counted by session, summary and outcome, and priced', async () => {
    const id = await desk.as().placeAccepted('+12025550101');
    await desk.as().waitUntilEnded(id);
    const used = async () =>
      (
        await owner.query(
          'select source, requests, input_tokens, output_tokens, exact from call_usage where call_id = $1 order by source',
          [id],
        )
      ).rows;
    await expect
      .poll(async () => (await used()).map(({ source }) => source), polling)
      .toEqual(['outcome', 'session/1', 'summary']);
    const rows = await used();
    const [outcome, session, summary] = rows;
    for (const row of [outcome, summary])
      expect(row).toEqual({
        ...{ source: row.source, requests: 1, exact: true },
        ...{ input_tokens: toldUsage.prompt_tokens, output_tokens: toldUsage.completion_tokens },
      });
    expect(session.requests).toBeGreaterThan(0);
    const micros = rows.reduce((sum, row) => sum + row.input_tokens + 2 * row.output_tokens, 0);
    const state = session.exact ? 'final' : 'estimate';
    await expect
      .poll(async () => (await desk.as().call(id)).cost?.model, polling)
      .toMatchObject({ micros, state });
    const cost = (await desk.as().call(id)).cost;
    expect(cost?.tokens.input).toBe(rows.reduce((sum, row) => sum + row.input_tokens, 0));
  });
});
