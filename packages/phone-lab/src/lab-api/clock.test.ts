import { afterAll, beforeAll, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { from, to } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';
import { PretendedClock } from '../pretended-time.ts';
import { pretendedTimes } from '../pretended-times.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await startLab({ speed: 100, callees: { default: 'busy' } });
});
afterAll(() => lab.stop());

const clock = async (body?: unknown) => {
  const headers = { 'Content-Type': 'application/json' };
  const change = body === undefined ? {} : { method: 'PUT', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${lab.url}/lab/clock`, change);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it('is the time of the machine until it is set', async () => {
  const { body } = await clock();
  expect(Math.abs(Date.parse(String(body.date)) - Date.now())).toBeLessThan(60_000);
});

it('says for each call which time was pretended, and leaves its dates alone', async () => {
  const date = '2026-03-08T06:59:00.000Z';
  expect(await clock({ date, rate: 0 })).toEqual({ status: 200, body: { date, rate: 0 } });
  const first = await sdk(lab).calls.create({ to, from, twiml: twiml('') });
  lab.pretendTime({ date: Date.parse('2026-11-01T05:00:00Z'), rate: 0 });
  const second = await sdk(lab).calls.create({ to, from, twiml: twiml('') });
  const times = pretendedTimes(lab.ledger());
  expect(times.get(first.sid)).toBe(Date.parse(date));
  expect(times.get(second.sid)).toBe(Date.parse('2026-11-01T05:00:00Z'));
  expect(Math.abs((lab.call(second.sid)?.createdAt ?? 0) - Date.now())).toBeLessThan(60_000);
  expect((await clock()).body).toEqual({ date: '2026-11-01T05:00:00.000Z', rate: 0 });
});

it('runs as fast as it is told', () => {
  let now = 1_000;
  const pretended = new PretendedClock(() => now);
  pretended.set({ date: 50_000, rate: 30 });
  now = 3_000;
  expect(pretended.current()).toEqual({ date: 110_000, rate: 30 });
  expect(() => pretended.set({ date: 0, rate: -1 })).toThrow('rate');
});

it.each([{}, { date: 'noon' }, { date: '2026-03-08T06:59:00Z', rate: -1 }])('refuses %o', async (body) => {
  expect(await clock(body)).toMatchObject({ status: 400, body: { code: 'invalid_clock' } });
});
