import { isTerminal } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load } from '../testing/load.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

const many = load(200);

let desk: OpenDesk;

beforeAll(async () => {
  desk = await openDesk({ speed: 10, cps: 50 });
});
afterAll(() => desk.stop());

test(`${many} calls at once all end with the right status, and none is lost`, async () => {
  const { client } = desk;
  const withOutcomes = ['+15005550101', '+15005550107', null, null, null] as const;
  const numbers = Array.from(
    { length: many },
    (_, n) => withOutcomes[n % withOutcomes.length] ?? `+1202555${String(n).padStart(4, '0')}`,
  );
  const ids = await Promise.all(numbers.map((number) => client.placeAccepted(number)));
  expect(new Set(ids).size).toBe(many);
  expect(desk.lab.calls()).toHaveLength(many);

  const listed = async () => {
    const calls = new Map<string, string>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await client.request('GET', `/api/calls?limit=100${cursor && `&afterId=${cursor}`}`);
      for (const call of page.body.calls) calls.set(call._id, call.status);
      cursor = page.body.nextCursor;
    }
    return calls;
  };
  const unfinished = async () =>
    [...(await listed()).values()].filter((status) => !isTerminal(status as 'queued')).length;
  await expect.poll(unfinished, { interval: 500 }).toBe(0);

  const statuses = await listed();
  expect(statuses.size).toBe(many);
  const told = new Map(desk.lab.calls().map(({ sid, to, status }) => [sid, { to, status }]));
  for (const [n, id] of ids.entries()) {
    const number = numbers[n];
    const truth = [...told.values()].find(({ to }) => to === number)?.status;
    expect(statuses.get(id)).toBe(truth);
  }
});
