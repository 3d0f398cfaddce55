import type { CallCost, CallDetail } from '@parley/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRealDesk, type RealDesk } from '../testing/real-desk.ts';
import { removeDeleted } from '../testing/remove-deleted.ts';

const number = '+15005550006';
const polling = { interval: 100, timeout: 60_000 };
let desk: RealDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openRealDesk(
    { numbers: [number], callees: { default: 'hangs-up' } },
    { CALLS_PER_MINUTE: '1000', CALLS_PER_DAY: '1000' },
  );
  await desk.startAnother();
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  expect(await desk.organization.connect([number])).toMatchObject({ status: 200 });
  await desk.organization.goLive();
  const { settings, revision } = (await desk.as().request('GET', '/api/organization')).body.organization;
  const carrier = {
    outboundPerMinute: 20_000,
    inboundPerMinute: null,
    relayPerMinute: 1_000,
    streamPerMinute: null,
  };
  const changed = { ...settings, currency: 'USD', prices: { carrier, models: [] } };
  await desk.as().request('PUT', '/api/organization', { revision, settings: changed });
});
afterEach(() => desk.lab.setAccount({ pricePerMinute: null, currency: 'USD' }));
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

let last = 0;
async function talked(): Promise<CallDetail> {
  const id = await desk.as().placeAccepted(`+1202555${String(++last).padStart(4, '0')}`);
  await desk.as().waitUntilEnded(id);
  await expect.poll(async () => (await desk.as().call(id)).cost ?? null, polling).not.toBeNull();
  return desk.as().call(id);
}
const costOf = async (id: string) => (await desk.as().call(id)).cost as CallCost;
const minutes = ({ duration }: CallDetail) => Math.ceil((duration ?? 0) / 60);
/** As if the time had come to ask for prices. */
async function askNow(): Promise<void> {
  await owner.query("update call_costs set ask_at = now() - interval '1 second' where ask_at is not null");
  await owner.query("update job_schedules set next_at = now() where queue = 'call-price'");
}
const asked = async (id: string) =>
  (await owner.query('select asked, ask_at from call_costs where call_id = $1', [id])).rows[0];
const spentToday = async () => (await desk.as().request('GET', '/api/spending')).body.spending.day;

describe('the price of the carrier', { timeout: 120_000 }, () => {
  test('CO3: is an estimate until the carrier tells it, and is asked for again', async () => {
    const call = await talked();
    const estimate = minutes(call) * 21_000;
    expect(call.cost?.carrier).toEqual({ micros: estimate, state: 'estimate' });
    expect(await spentToday()).toMatchObject({ spentMicros: estimate, estimatedMicros: estimate });
    await askNow();
    await expect.poll(() => asked(call._id), polling).toMatchObject({ asked: 1, ask_at: expect.any(Date) });
    expect((await costOf(call._id)).carrier.state).toBe('estimate');

    desk.lab.setAccount({ pricePerMinute: '0.0140' });
    await askNow();
    const told = minutes(call) * 14_000;
    await expect
      .poll(async () => (await costOf(call._id)).carrier, polling)
      .toEqual({ micros: told, state: 'final' });
    expect(await asked(call._id)).toMatchObject({ ask_at: null });
    expect(await spentToday()).toMatchObject({ spentMicros: told, estimatedMicros: 0 });
    const { rows } = await owner.query(
      "select count(*)::int as n from outbox where type = 'call.cost' and subject = $1",
      [`call/${call._id}`],
    );
    expect(rows[0].n).toBeGreaterThanOrEqual(2);
  });

  test('CO5: in a currency without a rate it is shown as told, and the estimate counts; with one it is converted', async () => {
    const call = await talked();
    desk.lab.setAccount({ pricePerMinute: '0.0100', currency: 'EUR' });
    await askNow();
    const told = { micros: minutes(call) * 10_000, currency: 'EUR' };
    await expect.poll(async () => (await costOf(call._id)).told, polling).toEqual(told);
    expect((await costOf(call._id)).carrier).toEqual({ micros: minutes(call) * 21_000, state: 'estimate' });
    expect(await asked(call._id)).toMatchObject({ ask_at: null });

    const { revision } = (await desk.as().request('GET', '/api/spending')).body.spending;
    const limits = { dayMicros: null, monthMicros: null, rates: [{ currency: 'EUR', micros: 1_100_000 }] };
    await desk.as().request('PUT', '/api/spending/limits', { revision, limits });
    const second = await talked();
    await askNow();
    await expect
      .poll(async () => (await costOf(second._id)).carrier, polling)
      .toEqual({ micros: minutes(second) * 11_000, state: 'final' });
    expect((await costOf(second._id)).told).toBeNull();
  });

  test('CO6: of a call that is deleted before it is told changes nothing: what was spent stays spent', async () => {
    const call = await talked();
    const before = await spentToday();
    await desk.as().remove(call._id);
    expect(await removeDeleted(await desk.database.open())).toBe(1);
    desk.lab.setAccount({ pricePerMinute: '0.5' });
    await askNow();
    await expect
      .poll(
        async () => (await owner.query("select from job_schedules where queue = 'call-price'")).rowCount,
        polling,
      )
      .toBe(0);
    const other = await talked();
    await askNow();
    await expect.poll(async () => (await costOf(other._id)).carrier.state, polling).toBe('final');
    const { spentMicros } = await spentToday();
    expect(spentMicros).toBe(before.spentMicros + minutes(other) * 500_000);
    expect((await owner.query('select from call_costs where call_id = $1', [call._id])).rowCount).toBe(0);
  });

  test('CO12: at 80 % somebody is asked to look, once in a period', async () => {
    const { spending } = (await desk.as().request('GET', '/api/spending')).body;
    const limits = { dayMicros: spending.day.spentMicros, monthMicros: 1_000_000_000_000, rates: [] };
    const body = {
      revision: spending.revision,
      limits: { ...limits, dayMicros: spending.day.spentMicros * 2 },
    };
    await desk.as().request('PUT', '/api/spending/limits', body);
    await talked();
    const warned = async () =>
      (await owner.query("select source_key from follow_ups where reason = 'spending_limit'")).rows;
    expect(await warned()).toEqual([]);
    const { revision, day } = (await desk.as().request('GET', '/api/spending')).body.spending;
    const close = { ...limits, dayMicros: Math.ceil(day.spentMicros * 1.2) };
    await desk.as().request('PUT', '/api/spending/limits', { revision, limits: close });
    await talked();
    await expect.poll(warned, polling).toEqual([{ source_key: `spending/day/${spending.day.from}` }]);
    await askNow();
    await expect
      .poll(async () => (await owner.query('select from call_costs where ask_at <= now()')).rowCount, polling)
      .toBe(0);
    expect(await warned()).toHaveLength(1);
  });
});
