import type { Erasure } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openDesk({ speed: 10 });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

const polling = { timeout: 90_000, interval: 200 };
const erase = (client: DeskClient, number: string, neverCall = true) =>
  client.request('POST', '/api/data/person/erase', { number, neverCall });
const erasures = async (client: DeskClient): Promise<Erasure[]> =>
  (await client.request('GET', '/api/data/erasures')).body.erasures;
const stateOf = async (client: DeskClient, id: string) =>
  (await erasures(client)).find((erasure) => erasure.id === id)?.state;
const addContact = async (client: DeskClient, number: string, name: string) =>
  expect(await client.addContact(number, name)).toMatchObject({ status: 200 });
const contactsOf = async (client: DeskClient, number: string) =>
  (await client.request('GET', `/api/contacts/numbers/${encodeURIComponent(number)}`)).body.contacts;

test('an administrator of another organization finds, exports and erases nothing of this one', async () => {
  const number = '+12025550161';
  const here = desk.as();
  const there = desk.as({ id: 'user_there', organization: 'org_there' });
  await addContact(here, number, 'Robin Quillfeather');
  await here.request('POST', '/api/do-not-call', { number });
  expect((await there.request('POST', '/api/data/person/find', { number })).body).toMatchObject({
    records: [],
    doNotCall: false,
  });
  const { body } = await erase(there, number);
  await expect.poll(() => stateOf(there, body.erasure.id), polling).toBe('done');
  expect(await erasures(there)).toMatchObject([{ deleted: 0, blanked: 0 }]);
  expect((await erasures(here)).map(({ id }) => id)).not.toContain(body.erasure.id);
  expect(await contactsOf(here, number)).toMatchObject([{ name: 'Robin Quillfeather' }]);
  // Digests of one number differ, so nobody learns from theirs whom others have erased.
  const mine = await erase(here, number);
  await expect.poll(() => stateOf(here, mine.body.erasure.id), polling).toBe('done');
  const { rows } = await owner.query("select distinct number from do_not_call where number like '#%'");
  expect(rows).toHaveLength(2);
  expect(await contactsOf(here, number)).toEqual([]);
});

test.each(['operator', 'viewer'])(
  'as %s nothing of Data is allowed, and nothing is removed from the list',
  async (role) => {
    const client = desk.as({ id: `user_${role}`, role });
    const number = '+12025550162';
    const asked = await Promise.all([
      ...['find', 'export'].map((what) => client.request('POST', `/api/data/person/${what}`, { number })),
      erase(client, number),
      client.request('GET', '/api/data/erasures'),
      client.request('GET', '/api/data/retention'),
      client.request('PUT', '/api/data/retention', { days: { transcripts: 7, calls: 30 }, revision: 0 }),
      client.request('POST', '/api/data/retention/preview', { days: { transcripts: 7, calls: 30 } }),
      client.request('POST', `/api/do-not-call/${crypto.randomUUID()}/remove`, { reason: 'mistake' }),
    ]);
    for (const { status, body } of asked)
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'not_permitted' });
  },
);

test('DA5: twenty people who erase one number at once see one erasure with one receipt', async () => {
  const number = '+12025550163';
  await addContact(desk.as(), number, 'Robin Quillfeather');
  const people = Array.from({ length: 20 }, (_, n) => desk.as({ id: `user_${n}` }));
  const answers = await Promise.all(people.map((person) => erase(person, number)));
  const ids = new Set(answers.map(({ body }) => body.erasure.id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;
  await expect.poll(() => stateOf(desk.as(), id), polling).toBe('done');
  const { rows } = await owner.query('select action from audit_log where subject = $1 order by id', [id]);
  expect(rows.map(({ action }) => action)).toEqual(['person.erasure_requested', 'person.erased']);
});

test('DA6: an erasure that is asked for while the person is on the phone waits, and goes on by itself', async () => {
  const number = '+12025550164';
  const client = desk.as();
  desk.lab.callees.define('stays', {
    script: [{ wait: 'agent' }, { silence: 600_000 }],
    patienceMs: 'endless',
  });
  desk.lab.callees.setNumber(number, 'stays');
  const callId = await client.placeAccepted(number);
  await client.waitForStatus(callId, 'in-progress');
  const { body } = await erase(client, number);
  await expect.poll(() => stateOf(client, body.erasure.id), polling).toBe('waiting');
  expect((await client.call(callId)).status).toBe('in-progress');
  const [sid = ''] = desk.lab.calls().flatMap((call) => (call.to === number ? [call.sid] : []));
  desk.lab.hangUp(sid);
  await expect.poll(() => stateOf(client, body.erasure.id), polling).toBe('done');
  expect((await client.request('GET', `/api/calls/${callId}`)).status).toBe(404);
  expect(desk.lab.call(sid)).toBeNull();
});

test('DA3: open pages are told to fetch everything again, and are sent nothing of the person', async () => {
  const number = '+12025550165';
  const client = desk.as();
  await addContact(client, number, 'Robin Quillfeather');
  const done = new AbortController();
  const live = await client.events(done.signal);
  const { body } = await erase(client, number);
  await expect.poll(() => stateOf(client, body.erasure.id), polling).toBe('done');
  await expect.poll(() => live.seen.map(({ type }) => type), polling).toContain('refetch');
  done.abort();
  await live.closed;
  expect(live.raw()).not.toContain('Quillfeather');
});

test('DA4: a contact that is made anew after an erasure still shows that nobody calls it', async () => {
  const number = '+12025550166';
  const client = desk.as();
  const { body } = await erase(client, number);
  await expect.poll(() => stateOf(client, body.erasure.id), polling).toBe('done');
  await addContact(client, number, 'Zoe Afterwards');
  await addContact(client, '+12025550167', 'Zoe Another');
  const { contacts } = (await client.request('GET', '/api/contacts?search=Zoe')).body;
  expect(contacts).toMatchObject([
    { name: 'Zoe Afterwards', doNotCall: true },
    { name: 'Zoe Another', doNotCall: false },
  ]);
});

test('DN7: rows of a hostile file are refused one by one, or the request is; nothing is stored of them', async () => {
  const client = desk.as();
  const send = (cells: readonly unknown[]) =>
    client.request('POST', '/api/do-not-call/import', {
      rows: cells.map((number, index) => ({ row: index + 1, number })),
      country: 'US',
    });
  const hostile = [
    '=HYPERLINK("http://x.example","+12025550171")',
    '+12025550171=cmd|calc',
    '@SUM(1+1)*2025550171',
    "+12025550171'; drop table do_not_call; --",
    '<script>+12025550171</script>',
    '+12025550171 +12025550172',
    '#AAAA',
    '+',
    'ＮＡＮ',
  ];
  const answer = await send(hostile);
  expect(answer).toMatchObject({ status: 200, body: { added: 0, present: 0 } });
  expect(answer.body.refused).toHaveLength(hostile.length);
  for (const cells of [
    ['\u0000+12025550171'],
    ['\ud800+12025550171'],
    ['1'.repeat(201)],
    [['+12025550171']],
    [null],
    [{ toString: 'x' }],
  ])
    expect((await send(cells)).status).toBe(400);
  expect((await send(['1'.repeat(10_000_000)])).status).toBe(413);
  expect((await send(Array.from({ length: 1_001 }, () => '+12025550171'))).status).toBe(400);
  // What looks odd and is a number is taken, once, however it is written.
  const odd = [
    '+1 (202) 555‑0171',
    '００１２０２５５５０１７１',
    '+١٢٠٢٥٥٥٠١٧١',
    "'+12025550171",
    '\ufeff+12025550171',
  ];
  expect((await send(odd)).body).toMatchObject({ added: 1 });
  const { rows } = await owner.query("select number from do_not_call where number like '%0171%'");
  expect(rows).toEqual([{ number: '+12025550171' }]);
});
