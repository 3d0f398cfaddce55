import { randomUUIDv7 } from 'node:crypto';
import type { CallExport, CreateExportBody } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

vi.setConfig({ testTimeout: 300_000 });

const tenantId = 'gs-dental';
const words = 'the crown of Tuesday';
let desk: OpenDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openDesk();
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  await insertCalls(3_000);
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

/** Calls that ended; the first of them is the newest. */
async function insertCalls(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUIDv7()).toReversed();
  await owner.query(
    `insert into calls (tenant_id, id, agent_id, carrier, direction, from_number, to_number, status, engine, instructions,
       summary, duration, created_at, answered_at, ended_at, placed_by_name)
     select $1, id::uuid, 'gs-dental', 'lab', 'outbound', '+15005550006', '+1202555' || lpad((n % 10000)::text, 4, '0'),
       'completed', 'relay', '=HYPERLINK("http://example.com")', repeat('A summary that says something. ', 20), 42,
       '2026-10-24T23:30:00Z', '2026-10-24T23:30:05Z', '2026-10-25T00:30:05Z', 'Kit Reed'
     from unnest($2::text[]) with ordinality as made (id, n)`,
    [tenantId, ids],
  );
}

const order = (changes: Partial<CreateExportBody> = {}): CreateExportBody => ({
  ...{ filters: {}, format: 'csv', columns: ['id', 'to', 'instructions'], fields: [], bom: false },
  ...changes,
});

async function ask(client: DeskClient, changes: Partial<CreateExportBody> = {}) {
  const { status, body } = await client.request('POST', '/api/calls/exports', order(changes));
  expect({ status, body }).toMatchObject({ status: 200, body: { link: expect.any(String) } });
  return body as { export: CallExport; link: string };
}

const stateOf = async (client: DeskClient, { id }: CallExport): Promise<CallExport> =>
  (await client.request('GET', `/api/calls/exports/${id}`)).body.export;

const fetched = (link: string, signal?: AbortSignal) => fetch(desk.url + link, signal ? { signal } : {});

/** One person of the desk for each test: a person has one export at a time. */
let people = 0;
const somebody = (role = 'operator') => desk.as({ id: `user_export_${++people}`, role });

test('EX2, EX3: every call once, newest first, with the columns that were chosen', async () => {
  const client = somebody();
  const asked = await ask(client, {
    columns: ['id', 'created', 'createdUtc', 'instructions', 'placedBy', 'agent', 'sandbox'],
    bom: true,
  });
  expect(asked.export).toMatchObject({ state: 'waiting', rows: 0, total: 3_000 });
  const response = await fetched(asked.link);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="calls-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [heading, first, ...rest] = bytes.toString().trimEnd().split('\r\n');
  expect(heading).toBe('\uFEFFCall ID,Created,Created (UTC),Instructions,Placed By,Agent,Sandbox');
  const { rows } = await owner.query<{ id: string }>('select id from calls order by id desc');
  expect([first, ...rest].map((line) => line?.split(',')[0])).toEqual(rows.map(({ id }) => id));
  expect(first).toContain(`"'=HYPERLINK(""http://example.com"")"`);
  expect(first).toContain(',2026-10-24T23:30:00.000Z,');
  await expect.poll(() => stateOf(client, asked.export)).toMatchObject({ state: 'done', rows: 3_000 });
});

test('EX4: JSON has a call in each line', async () => {
  const client = somebody();
  const { link } = await ask(client, { format: 'jsonl', columns: ['id', 'duration', 'transcript', 'ended'] });
  const response = await fetched(link);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines).toHaveLength(3_000);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    ...{
      id: expect.any(String),
      duration: 42,
      transcript: [],
      ended: expect.stringMatching(/^2026-10-2\d /),
    },
  });
});

test('EX5: a link works once, for a minute, and says nothing about what it stood for', async () => {
  const client = somebody();
  const { link } = await ask(client);
  await (await fetched(link)).text();
  const second = await fetched(link);
  const unknown = await fetched('/api/downloads/nothing');
  expect(second.status).toBe(404);
  expect(await second.json()).toEqual(await unknown.json());

  const late = await ask(client);
  await owner.query("update call_exports set link_until = now() - interval '1 second' where id = $1", [
    late.export.id,
  ]);
  expect((await fetched(late.link)).status).toBe(404);
  expect(await stateOf(client, late.export)).toMatchObject({ state: 'failed', problem: 'not_fetched' });

  const replaced = await ask(client);
  await ask(client);
  expect((await fetched(replaced.link)).status).toBe(404);
});

test('EX5: of two who fetch a link at once one gets the file', async () => {
  const { link } = await ask(somebody());
  const answers = await Promise.all([fetched(link), fetched(link), fetched(link)]);
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses[0]).toBe(200);
  expect(statuses.slice(1).every((status) => status === 404 || status === 503)).toBe(true);
  await Promise.all(answers.map((answer) => answer.text()));
});

test('EX6: an export is seen and cancelled by whoever asked for it alone', async () => {
  const client = somebody();
  const { export: own } = await ask(client);
  const path = `/api/calls/exports/${own.id}`;
  for (const other of [somebody('admin'), desk.as({ organization: 'org_theirs', id: 'user_mallory' })]) {
    expect((await other.request('GET', path)).body.code).toBe('export_not_found');
    expect((await other.request('DELETE', path)).body.code).toBe('export_not_found');
  }
  const viewer = somebody('viewer');
  for (const [method, where] of [
    ...[['GET', path] as const, ['DELETE', path] as const],
    ['GET', '/api/calls/exports/preview'] as const,
  ])
    expect((await viewer.request(method, where)).status).toBe(403);
  expect((await viewer.request('POST', '/api/calls/exports', order())).status).toBe(403);
  expect(await stateOf(client, own)).toMatchObject({ state: 'waiting' });
});

test('EX6: another organization exports its own calls, whatever ids its filters have', async () => {
  const theirs = desk.as({ organization: 'org_theirs', id: 'user_mallory' });
  const { rows } = await owner.query('select id from calls limit 1');
  const { link, export: asked } = await ask(theirs, { filters: { q: rows[0].id, agent: ['gs-dental'] } });
  expect(asked.total).toBe(0);
  expect(await (await fetched(link)).text()).toBe('Call ID,To,Instructions\r\n');
});

test('EX2: filters and words let through what the call list shows with them', async () => {
  const client = somebody();
  const some = 'select id from calls order by id desc limit 5 offset 100';
  const [one, two] = (await owner.query<{ id: string }>(some)).rows.map(({ id }) => id);
  await owner.query("update calls set summary = 'About the amalgam.', direction = 'inbound' where id = $1", [
    one,
  ]);
  await owner.query("update calls set summary = 'Amalgam, again.' where id = $1", [two]);
  const idsOf = async (filters: CreateExportBody['filters']) => {
    const asked = await ask(client, { filters, columns: ['id'] });
    const lines = (await (await fetched(asked.link)).text()).trimEnd().split('\r\n').slice(1);
    await expect.poll(async () => (await stateOf(client, asked.export)).state).toBe('done');
    // Words in calls that no document was written for yet may take too long to count.
    expect([lines.length, ...(filters.q === undefined ? [] : [null])]).toContain(asked.export.total);
    return lines;
  };
  expect(await idsOf({ direction: 'inbound' })).toEqual([one]);
  expect(await idsOf({ q: 'amalgam' })).toEqual([one, two]);
  expect(await idsOf({ q: 'amalgam', direction: 'outbound' })).toEqual([two]);
  expect(await idsOf({ q: 'no such word anywhere' })).toEqual([]);
  expect(await idsOf({ to: '2020-01-01' })).toEqual([]);
  const listed: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { body } = await client.request('GET', `/api/calls/search?q=amalgam${after && `&after=${after}`}`);
    listed.push(...body.hits.map(({ call }: { call: { _id: string } }) => call._id));
    after = body.next ?? body.older;
  }
  expect(listed).toEqual([one, two]);
});

/** The file as far as one piece of it, then nothing is read any more. */
async function readSome(link: string) {
  const gone = new AbortController();
  const response = await fetched(link, gone.signal);
  const reader = response.body?.getReader();
  await reader?.read();
  return { gone, reader };
}

const backends = async () => {
  const { rows } = await owner.query(
    "select 1 from pg_stat_activity where application_name = 'parley exports' and state <> 'idle'",
  );
  return rows.length;
};

/** Nobody can read calls until it is undone. */
async function withLockedCalls(work: () => Promise<void>): Promise<void> {
  await owner.query('begin; lock table calls in access exclusive mode');
  try {
    await work();
  } finally {
    await owner.query('rollback');
  }
}

test('EX7: cancelling stops the statement in the middle', async () => {
  const client = somebody();
  const asked = await ask(client);
  const watcher = new pg.Client(desk.database.owner);
  await watcher.connect();
  const waiting = async () => {
    const { rows } = await watcher.query(
      "select 1 from pg_stat_activity where application_name = 'parley exports' and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  await withLockedCalls(async () => {
    const { reader } = await readSome(asked.link);
    await expect.poll(waiting).toBe(1);
    const { body } = await client.request('DELETE', `/api/calls/exports/${asked.export.id}`);
    expect(body.export).toMatchObject({ state: 'cancelled' });
    await expect.poll(waiting).toBe(0);
    await expect(reader?.read()).rejects.toThrow();
  });
  await watcher.end();
  expect(await stateOf(client, asked.export)).toMatchObject({ state: 'cancelled', rows: 0 });
});

test('EX7: one that another server writes stops within seconds', async () => {
  const client = somebody();
  await insertCalls(20_000);
  const asked = await ask(client, { columns: ['id', 'summary'] });
  const { reader } = await readSome(asked.link);
  await expect.poll(backends).toBe(1);
  // As the other server stores it.
  await owner.query("update call_exports set state = 'cancelled', finished_at = now() where id = $1", [
    asked.export.id,
  ]);
  await expect.poll(backends).toBe(0);
  await reader?.cancel().catch(() => {});
});

test('EX8: the browser that goes away ends the export, and the state says so', async () => {
  const client = somebody();
  const asked = await ask(client, { columns: ['id', 'summary'] });
  const { gone } = await readSome(asked.link);
  await expect.poll(() => stateOf(client, asked.export)).toMatchObject({ state: 'running' });
  gone.abort();
  await expect
    .poll(() => stateOf(client, asked.export))
    .toMatchObject({ state: 'failed', problem: 'disconnected' });
  await expect.poll(backends).toBe(0);
});

test('EX8, EX10: an export whose server is gone has failed, and ends in the audit log', async () => {
  const client = somebody();
  const asked = await ask(client);
  await owner.query(
    "update call_exports set state = 'running', rows_written = 17, seen_at = now() - interval '31 seconds' where id = $1",
    [asked.export.id],
  );
  expect(await stateOf(client, asked.export)).toMatchObject({
    ...{ state: 'failed', problem: 'server_lost', rows: 17, finishedAt: expect.any(String) },
  });
  // Once, whoever looks at it and how often.
  await stateOf(client, asked.export);
  const { rows } = await owner.query('select action, data from audit_log where subject = $1 order by id', [
    asked.export.id,
  ]);
  expect(rows.slice(1)).toEqual([
    {
      action: 'calls.export_ended',
      data: { state: 'failed', problem: 'server_lost', calls: 17 },
    },
  ]);
  // And is in nobody's way.
  await (await fetched((await ask(client)).link)).text();
});

test('EX9: one export at a time for a person, two for an organization', async () => {
  const [one, two, three] = [somebody(), somebody(), somebody()];
  const asked = [await ask(one, { columns: ['summary'] }), await ask(two, { columns: ['summary'] })];
  const third = await ask(three);
  const readers = await Promise.all(asked.map(({ link }) => readSome(link)));
  expect((await one.request('POST', '/api/calls/exports', order())).body.code).toBe('export_running');
  expect((await somebody().request('POST', '/api/calls/exports', order())).body.code).toBe(
    'too_many_exports',
  );
  // The link is not used up.
  expect([409, 503]).toContain((await fetched(third.link)).status);
  expect(await stateOf(three, third.export)).toMatchObject({ state: 'waiting' });
  for (const { gone } of readers) gone.abort();
  await expect.poll(backends).toBe(0);
  await expect.poll(async () => (await fetched(third.link)).status).toBe(200);
});

test('EX10: the audit log has who exported how much and with which filters, none of the words', async () => {
  const client = somebody();
  // Of a day without calls: looking for words in calls without documents takes long.
  const asked = await ask(client, { filters: { q: words, direction: 'outbound', to: '2020-01-01' } });
  await (await fetched(asked.link)).text();
  await expect.poll(async () => (await stateOf(client, asked.export)).state).toBe('done');
  const query = 'select actor, action, data from audit_log where subject = $1 order by id';
  const { rows } = await owner.query(query, [asked.export.id]);
  expect(rows).toMatchObject([
    {
      actor: `user_export_${people}`,
      action: 'calls.exported',
      data: { format: 'csv', filters: ['q', 'direction', 'to'], fields: 0, calls: asked.export.total },
    },
    { action: 'calls.export_ended', data: { state: 'done' } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('crown');
  const all = await ask(client, { filters: { direction: 'outbound' } });
  await (await fetched(all.link)).text();
  const { rows: counted } = await owner.query(query, [all.export.id]);
  expect(counted[0].data.calls).toBeGreaterThan(2_900);
  const { rows: stored } = await owner.query('select * from call_exports where id = $1', [asked.export.id]);
  expect(JSON.stringify(stored)).not.toContain('crown');
});

test('what is asked for is refused in words, and nothing is stored', async () => {
  const client = somebody();
  const refused: [object, string][] = [
    [order({ columns: [] }), 'Choose at least one column.'],
    [order({ columns: ['id', 'id'] }), 'A column can be chosen only once.'],
    [{ ...order(), columns: ['secret'] }, 'There is no such column.'],
    [{ ...order(), format: 'xlsx' }, 'The format is csv or jsonl.'],
    [order({ filters: { from: '2026-10-02', to: '2026-10-01' } }), 'The first day is after the last one.'],
    [
      order({ fields: Array.from({ length: 51 }, (_, n) => `f${n}`) }),
      'A file may have at most 50 outcome fields.',
    ],
  ];
  for (const [body, error] of refused)
    expect((await client.request('POST', '/api/calls/exports', body)).body).toEqual({
      ...{ code: 'invalid_request', error },
    });
  const { rows } = await owner.query('select 1 from call_exports where requested_by = $1', [
    `user_export_${people}`,
  ]);
  expect(rows).toEqual([]);
});
