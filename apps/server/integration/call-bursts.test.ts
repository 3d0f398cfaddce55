import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeskAnswer } from '../testing/desk-client.ts';
import { load } from '../testing/load.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

const many = load(500);

let desk: OpenDesk;

beforeAll(async () => {
  desk = await openDesk(
    { speed: 1, cps: 50, callees: { default: 'handset' } },
    { CALLS_PER_MINUTE: '100000', CALLS_PER_DAY: '100000' },
  );
});
afterAll(() => desk.stop());
afterEach(() => desk.lab.faults.clear());

let lastNumber = 0;
const newNumber = () => `+1202555${String(++lastNumber).padStart(4, '0')}`;
const placeMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => desk.client.place(newNumber())));
const statuses = (answers: readonly DeskAnswer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

test(`${many} calls at once are all placed, and none is answered with 500`, async () => {
  const answers = await placeMany(many);
  expect(statuses(answers)).toEqual({ 200: many });
  expect(new Set(answers.map(({ body }) => body.callId)).size).toBe(many);
  expect(desk.lab.calls()).toHaveLength(many);
});

test('calls that cannot be admitted are not answered with 500, and none of them is dialled', async () => {
  const before = { dialled: desk.lab.calls().length, listed: (await desk.client.calls()).length };
  const stuck = new pg.Client(desk.database.owner);
  await stuck.connect();
  await stuck.query("select pg_advisory_lock(hashtext('parley dial'), hashtext('gs-dental'))");
  const answers = await placeMany(12);
  await stuck.end();
  expect(statuses(answers)).toEqual({ 503: 12 });
  for (const { body, headers } of answers) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.error).toMatch(/again/);
  }
  expect(desk.lab.calls()).toHaveLength(before.dialled);
  expect(await desk.client.calls()).toHaveLength(before.listed);
  expect((await desk.client.place(newNumber())).status).toBe(200);
});

test('calls that wait for a slow carrier leave locks and database connections to others', async () => {
  const slow = newNumber();
  const dialled = () => desk.lab.calls().filter(({ to }) => to === slow).length;
  // The carrier creates the call and delays its answer.
  desk.lab.faults.set({ createTimeout: { to: slow, ms: 8_000 } });
  let answered = 0;
  const waiting = Array.from({ length: 30 }, () => desk.client.place(slow).finally(() => ++answered));
  await expect.poll(dialled).toBe(30);
  expect((await desk.client.place(newNumber())).status).toBe(200);
  expect((await desk.client.request('GET', '/api/calls')).status).toBe(200);
  expect(answered).toBe(0);
  desk.lab.faults.clear();
  await Promise.all(waiting);
});
