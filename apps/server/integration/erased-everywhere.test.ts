import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Erasure } from '@parley/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultTenantId } from '../src/lib/default-tenant.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { insertCall } from '../testing/example-person.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import { plantPerson, tracesOf } from '../testing/plant-person.ts';
import { wholeDatabase } from '../testing/whole-database.ts';

const speed = 10;
const polling = { timeout: 120_000, interval: 200 };
const tenantId = defaultTenantId;
const name = 'Robin Quillfeather';
const word = 'periwinkle';

let desk: KillableDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openKillableDesk(speed, {
    ...{ TIMES_SPEED: String(speed), VOICE_SPEED: String(speed), LOG_LEVEL: 'debug' },
  });
  owner = new pg.Client(desk.owner);
  await owner.connect();
});
afterEach(() => desk.clear());
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

/** A whole conversation over the real adapter, in which they say who they are. */
async function talkTo(client: DeskClient, number: string): Promise<string> {
  desk.lab.callees.define(number, {
    script: [{ wait: 'agent' }, { say: `My name is ${name}. I like ${word}.` }, 'hangup'],
  });
  desk.lab.callees.setNumber(number, number);
  const id = await client.placeAccepted(number, { message: `Ask ${name} about ${word}.` });
  await client.waitUntilEnded(id);
  await expect.poll(async () => (await client.call(id)).summaryState, polling).toBe('ready');
  return id;
}

/** A text message at the carrier, with its record here. */
async function textTo(number: string, callId: string): Promise<string> {
  const { lab } = desk;
  const answer = await fetch(`${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Messages.json`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64')}`,
    },
    body: new URLSearchParams({ To: number, From: lab.phoneNumbers[0] ?? '', Body: `Dear ${name}` }),
  });
  const { sid } = (await answer.json()) as { sid: string };
  await owner.query(
    `insert into text_messages (tenant_id, id, call_id, tool_call_id, to_number, from_number, template, body, state,
       carrier_sid)
     values ($1, gen_random_uuid(), $2, 'call00001', $3, '+15005550006', 'Hello', $4, 'sent', $5)`,
    [tenantId, callId, number, `Dear ${name}`, sid],
  );
  return sid;
}

async function erase(client: DeskClient, number: string): Promise<Erasure> {
  const answer = await client.request('POST', '/api/data/person/erase', { number, neverCall: true });
  expect(answer.status).toBe(200);
  return answer.body.erasure;
}

const erasureOf = async (client: DeskClient, id: string): Promise<Erasure | undefined> =>
  (await client.request('GET', '/api/data/erasures')).body.erasures.find((each: Erasure) => each.id === id);
const done = (client: DeskClient, id: string) =>
  expect.poll(async () => (await erasureOf(client, id).catch(() => undefined))?.state, polling).toBe('done');

async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path}\n${await readFile(path, 'latin1')}`;
    });
  return (await Promise.all(texts)).join('\n');
}

function expectNothing(where: string, text: string, traces: readonly string[]): void {
  const lines = text.toLowerCase().split('\n');
  const left = traces.flatMap((trace) => {
    const line = lines.find((each) => each.includes(trace));
    const at = line?.indexOf(trace) ?? 0;
    return line === undefined ? [] : [`${trace} in ${where}: ${line.slice(Math.max(0, at - 200), at + 100)}`];
  });
  expect(left).toEqual([]);
}

async function receipts(id: string): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    'select action from audit_log where tenant_id = $1 and subject = $2 order by id',
    [tenantId, id],
  );
  return rows.map(({ action }) => action);
}
const eachOnce = ['person.erasure_requested', 'person.erased', 'person.erased_at_carrier'];

test('DA7: a server that is killed while the rows are deleted leaves all of them, and the next one deletes them once', async () => {
  const number = '+12025550178';
  const killed = await desk.start();
  const client = desk.clientOf(killed);
  await talkTo(client, number);
  expect(await client.addContact(number, name)).toMatchObject({ status: 200 });
  const holder = new pg.Client(desk.owner);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from contacts where number = $1 for update', [number]);
  const { id } = await erase(client, number);
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from contacts%'`;
  await expect.poll(async () => (await owner.query(waiting)).rowCount, polling).toBe(1);
  const dead = once(killed.child, 'exit');
  killed.child.kill('SIGKILL');
  await dead;
  await holder.query('rollback');
  await holder.end();
  const again = await desk.startAgain(killed);
  await done(desk.clientOf(again), id);
  expect(await receipts(id)).toEqual(eachOnce);
  expect(await wholeDatabase(desk)).not.toContain('2025550178');
  expect(desk.lab.calls().filter(({ to }) => to === number)).toEqual([]);
});

test('DA7: a server that is killed while the carrier is asked leaves the rest to the next one, and there is one receipt', async () => {
  const number = '+12025550179';
  const killed = await desk.start();
  const client = desk.clientOf(killed);
  for (const _ of [1, 2]) await talkTo(client, number);
  await insertCall(owner, { tenantId, number, userId: 'user_kit' });
  // The carrier deletes one and answers no more.
  desk.lab.faults.set({ restError: { status: 503, skip: 1 } });
  const { id } = await erase(client, number);
  const problem = async () => (await erasureOf(client, id))?.problem;
  await expect.poll(problem, polling).toBe('carrier_unavailable');
  const dead = once(killed.child, 'exit');
  killed.child.kill('SIGKILL');
  await dead;
  desk.lab.faults.clear();
  // It would be asked again after a minute.
  await owner.query('update job_schedules set next_at = now() where key = $1', [id]);
  const again = await desk.startAgain(killed);
  await done(desk.clientOf(again), id);
  expect(await receipts(id)).toEqual(eachOnce);
  expect(desk.lab.calls().filter(({ to }) => to === number)).toEqual([]);
});

// Last: what is planted leaves settings of the organization that no call should run with.
test('DA3: a person in every table, every free text, the file store, the log and at the carrier is gone from all of them', async () => {
  const number = '+12025550177';
  const server = await desk.start();
  const client = desk.clientOf(server);
  const calls = [await talkTo(client, number)];
  const inbound = desk.lab.dialIn({ from: number, to: desk.lab.phoneNumbers[0] ?? '' });
  await desk.lab.ended(inbound.sid);
  const text = await textTo(number, calls[0] ?? '');
  expect(await client.addContact(number, name, word)).toMatchObject({ status: 200 });
  const planted = await plantPerson(owner, { tenantId, number, name, userId: 'user_kit' });
  // So that the search below means something: settings, what others wrote, what was said.
  expect(planted).toEqual(
    expect.arrayContaining([
      ...['agents.draft', 'agent_versions.config', 'tools.config', 'mcp_servers.name', 'mcp_servers.config'],
      ...[
        'templates.prompt',
        'organizations.opening_hours',
        'calls.instructions',
        'contact_imports.file_name',
      ],
    ]),
  );
  const traces = tracesOf(number, [name, 'quillfeather', word]);
  const before = (await wholeDatabase(desk)).toLowerCase();
  for (const trace of ['2025550177', '(202) 555-0177', 'quillfeather', word]) expect(before).toContain(trace);
  const atCarrier = desk.lab.calls().filter(({ to, from }) => [to, from].includes(number));
  expect(atCarrier).toHaveLength(2);
  // The inbound call is over here as well; nothing is erased before.
  const live = async () =>
    (await owner.query("select 1 from calls where status in ('queued', 'ringing', 'in-progress')")).rowCount;
  await expect.poll(live, polling).toBe(0);

  const { id } = await erase(client, number);
  await done(client, id);
  expect(await erasureOf(client, id)).toMatchObject({ problem: null, leftAtCarrier: 0, atCarrier: 3 });
  expect(desk.lab.calls().filter(({ to, from }) => [to, from].includes(number))).toEqual([]);
  expect(desk.lab.texts().filter(({ sid }) => sid === text)).toEqual([]);
  expect(await receipts(id)).toEqual(eachOnce);

  // Refused by what is kept of it, and the refusal leaves no trace either.
  expect(await client.place(number)).toMatchObject({ body: { code: 'do_not_call' } });
  await server.end();
  expectNothing('the database', await wholeDatabase(desk), traces);
  const files = await filesIn(desk.dataDir);
  expect(files).toContain(id);
  expectNothing('the files', files, traces);
  expect(server.output()).toMatch(/"level":20/);
  expectNothing('the log', server.output(), traces);
});
