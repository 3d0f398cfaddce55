import { spendingLimitSentences } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../testing/desk.ts';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';

const number = '+15005550006';
/** 3 minutes at 0.10 for the line and nothing else. */
const reserved = 300_000;
let desk: RealDesk;
let servers: readonly Desk[];
let owner: pg.Client;

beforeAll(async () => {
  desk = await openRealDesk(
    { numbers: [number], speed: 1, callees: { default: 'handset' } },
    { CALLS_PER_MINUTE: '1000', CALLS_PER_DAY: '1000' },
  );
  servers = [desk, await desk.startAnother()];
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  expect(await desk.organization.connect([number])).toMatchObject({ status: 200 });
  await desk.organization.goLive();
  const { organization } = (await desk.as().request('GET', '/api/organization')).body;
  const { settings, revision } = organization;
  const carrier = {
    outboundPerMinute: 100_000,
    inboundPerMinute: 10_000,
    relayPerMinute: null,
    streamPerMinute: null,
  };
  const prices = { ...settings.prices, carrier };
  const saved = await desk
    .as()
    .request('PUT', '/api/organization', { revision, settings: { ...settings, prices, currency: 'USD' } });
  expect(saved.status).toBe(200);
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

let last = 0;
const newNumber = () => `+1202555${String(++last).padStart(4, '0')}`;
const spending = async () => (await desk.as().request('GET', '/api/spending')).body.spending;
async function limit(limits: { dayMicros?: number | null; monthMicros?: number | null }) {
  const { revision } = await spending();
  const body = { revision, limits: { dayMicros: null, monthMicros: null, rates: [], ...limits } };
  expect(await desk.as().request('PUT', '/api/spending/limits', body)).toMatchObject({ status: 200 });
}
const placeMany = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => servers[n % 2]?.as().place(newNumber())));

describe('a spending limit', { timeout: 120_000 }, () => {
  test('CO9: 50 requests at once on two servers do not pass it: each admitted call reserves what it is expected to cost', async () => {
    // Room for seven calls, and not quite for an eighth.
    await limit({ dayMicros: 8 * reserved - 1 });
    const answers = await placeMany(50);
    const placed = answers.filter((answer) => answer?.status === 200);
    expect(placed).toHaveLength(7);
    for (const answer of answers.filter((each) => each?.status !== 200))
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'spending_limit_reached', error: spendingLimitSentences.day },
      });
    expect(desk.lab.calls()).toHaveLength(7);
    expect((await spending()).day).toMatchObject({ spentMicros: 0, heldMicros: 7 * reserved });
  });

  test('CO10: inbound calls are answered while it is reached', async () => {
    expect(await desk.organization.point(number)).toMatchObject({ status: 200 });
    const { sid } = desk.lab.dialIn({ from: '+15005550020', to: number, callee: 'hangs-up' });
    const call = await desk.lab.ended(sid);
    expect(call.answeredAt).not.toBeNull();
  });

  test('CO9: what nobody answers costs nothing, and its reservation is let go of', async () => {
    for (const { _id, status } of await desk.as().calls())
      if (status !== 'completed') await desk.as().end(_id);
    await expect.poll(async () => (await spending()).day.heldMicros, { interval: 50 }).toBe(0);
    // The inbound call alone was answered.
    const charged = async () =>
      (await owner.query("select carrier_micros::int from call_costs where carrier_state <> 'none'")).rows;
    await expect.poll(charged, { interval: 50, timeout: 10_000 }).toEqual([{ carrier_micros: 10_000 }]);
  });

  test('CO8: a call reserves what one has cost on average this month, where that is more', async () => {
    const { day } = await spending();
    await owner.query(
      `insert into spending_days (tenant_id, day, currency, calls, micros)
       select tenant_id, day, currency, 10, 10 * 2000000 from spending_days
       on conflict (tenant_id, day, currency) do update set calls = 10, micros = excluded.micros`,
    );
    await limit({ monthMicros: 10 * 2_000_000 + 3 * 2_000_000 });
    const placed = (await placeMany(8)).filter((answer) => answer?.status === 200);
    expect(placed).toHaveLength(3);
    const now = await spending();
    expect(now.month).toMatchObject({ spentMicros: 20_000_000, heldMicros: 6_000_000 });
    expect(now.day.from).toBe(day.from);
  });

  test('CO11: a month that is used up is named; without a limit calls are placed again', async () => {
    const refused = await desk.as().place(newNumber());
    expect(refused.body.error).toBe(spendingLimitSentences.month);
    await limit({});
    expect((await desk.as().place(newNumber())).status).toBe(200);
    await limit({ dayMicros: 0 });
    expect((await desk.as().place(newNumber())).body.error).toBe(spendingLimitSentences.day);
  });

  test('CO7: limits that somebody else has changed meanwhile are not overwritten', async () => {
    const { limits } = await spending();
    const answer = await desk.as().request('PUT', '/api/spending/limits', { revision: 0, limits });
    expect(answer).toMatchObject({ status: 409, body: { code: 'settings_changed' } });
    const viewer = desk.as({ role: 'operator' });
    expect((await viewer.request('GET', '/api/spending')).status).toBe(200);
    const { revision } = await spending();
    expect((await viewer.request('PUT', '/api/spending/limits', { revision, limits })).status).toBe(403);
  });
});
