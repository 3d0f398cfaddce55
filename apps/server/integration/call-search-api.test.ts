import { callSearchResponse } from '@parley/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
let id: string;

beforeAll(async () => {
  desk = await openDesk({ speed: 50 });
  id = await desk.client.placeAccepted('+12025550123');
});
afterAll(() => desk.stop());

const search = async (query: string, client = desk.client) => {
  const { status, body } = await client.request('GET', `/api/calls/search?${query}`);
  return { status, body };
};

test('SE8: a call that was just placed is found by its number, with the answer that the contract describes', async () => {
  const { status, body } = await search('q=555-0123&status=queued,initiated,ringing,in-progress,completed');
  expect(status).toBe(200);
  expect(callSearchResponse.safeParse(body).error).toBeUndefined();
  expect(body.hits.map((hit: { call: { _id: string } }) => hit.call._id)).toEqual([id]);
  expect(body.hits[0].hit).toMatchObject({ where: 'number' });
});

test('SE9: another organization finds nothing of it', async () => {
  const stranger = desk.as({ organization: 'org_stranger' });
  for (const query of ['q=0123', `q=${id}`, 'direction=outbound', 'agent=gs-dental', '']) {
    expect((await search(query, stranger)).body).toEqual({ hits: [], next: null, older: null });
  }
});

test('SE7: bad filters are refused in words, before anything is searched', async () => {
  expect(await search('from=2026-10-14&to=2026-10-13')).toEqual({
    status: 400,
    body: { error: 'The first day is after the last one.', code: 'invalid_request' },
  });
  expect(await search(`q=${'x'.repeat(201)}`)).toMatchObject({ status: 400 });
  expect(await search('q=a&q=b')).toMatchObject({ status: 400 });
  expect(await search('after=1')).toMatchObject({ status: 400 });
});

test('SE11: looking at results is in the audit log, without what was typed', async () => {
  await search('q=0123');
  const entries = await vi.waitFor(
    async () => {
      const { body } = await desk.client.request('GET', '/api/audit?action=calls.listed&limit=1000');
      expect(body.entries.length).toBeGreaterThan(0);
      return body.entries as { data: object }[];
    },
    { interval: 200, timeout: 20_000 },
  );
  expect(entries[0]?.data).toEqual({ count: 1, first: id, last: id });
  expect(JSON.stringify(entries)).not.toContain('"0123"');
});
