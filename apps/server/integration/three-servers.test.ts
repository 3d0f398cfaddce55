import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Balancer } from '../testing/balancer.ts';
import { testSecret } from '../testing/cluster.ts';
import { createDeployment, type Deployment } from '../testing/desk.ts';
import { DeskClient, type LiveEvents } from '../testing/desk-client.ts';
import { isSoak, load } from '../testing/load.ts';
import {
  type OutsidePostgres,
  ownerAsDocumented,
  startOutsidePostgres,
} from '../testing/outside-postgres.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const entry = join(import.meta.dirname, '../dist/killable-server.js');
/** Calls that are live when servers stop, and calls that are placed meanwhile. */
const held = load(120);
const placedMeanwhile = load(180);
/** Whoever stays silent is hung up on, so the first of many calls must outlast the start of the last one. */
const speed = isSoak ? 3 : 10;

let postgres: OutsidePostgres;
let databaseUrl: string;
let lab: Lab;
let deployment: Deployment;
let balancer: Balancer;
let folder: string;
let servers: ServerProcess[] = [];
const closing = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-three-'));
  postgres = await startOutsidePostgres();
  databaseUrl = await ownerAsDocumented(postgres);
  lab = await startLab({ speed, cps: 1000 });
  lab.callees.define('stays', {
    greeting: 'Hello?',
    script: [
      { wait: 'agent' },
      { say: 'My name is Robin and I have to think about it.' },
      { silence: 900_000 },
    ],
    patienceMs: 'endless',
  });
  balancer = await Balancer.start();
  deployment = await createDeployment({ url: databaseUrl, secret: testSecret }, lab);
  // All at once: the first one migrates, the others wait for it.
  servers = await Promise.all(['one', 'two', 'three'].map(start));
  for (const { url } of servers) balancer.add(url);
  await vi.waitFor(() => expect(balancer.ready).toHaveLength(3), 60_000);
});
afterAll(async () => {
  closing.abort();
  await Promise.all(servers.map((server) => server.end()));
  await balancer.stop();
  await lab.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (name: string) =>
  startServerProcess(
    {
      ...deployment.settings,
      DATA_DIR: join(folder, name),
      PUBLIC_URL: balancer.url,
      TRUST_PROXY: 'loopback',
      // At ten times the speed: three seconds and a half until the goodbye.
      DRAIN_SECONDS: '40',
      TIMES_SPEED: String(speed),
      VOICE_SPEED: String(speed),
    },
    { entry },
  );

let lastNumber = 1000;
const newNumber = () => `+1202555${++lastNumber}`;
const client = (id = 'user_kit') => new DeskClient(balancer.url, deployment.mint, { id });

/** As the form does: without a definite answer the same request goes out again under the same key. */
async function place(number: string): Promise<string> {
  let key = crypto.randomUUID();
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await client()
      .place(number, { key, message: 'Say hello and goodbye.' })
      .catch(() => null);
    if (answer?.status === 200) return answer.body.callId;
    // The balancer's own 502 is no answer of ours. A definite refusal can only mean that the server died before it sent
    // the call: refusals of a stopping server are retried by the balancer.
    if (answer) {
      expect(answer.body.code).toBe('call_not_sent');
      key = crypto.randomUUID();
    }
  }
  return expect.unreachable(`no answer for ${number}`);
}

const statusOf = ({ seen }: LiveEvents, id: string) =>
  seen.flatMap((event) =>
    event.type === 'call.changed' && event.call._id === id ? [event.call.status] : [],
  );

/** How many requests of a kind each server had. */
function counts(path: RegExp): number[] {
  const passed = balancer.requests.filter((passage) => path.test(passage.path));
  return servers.map(({ url }) => passed.filter(({ server }) => server === url).length);
}

const passedOn = () => balancer.requests.filter(({ status }) => status === 503).length;

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  // Its owner is bound by row-level security too.
  const client = new pg.Client(postgres.adminUrl.replace(/[^/]+$/, new URL(databaseUrl).pathname.slice(1)));
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows;
}

/** The carrier's status of a call. */
async function carrierSays(number: string): Promise<{ status: string; duration: number | null }[]> {
  const url = `${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Calls.json?To=${encodeURIComponent(number)}`;
  const login = Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64');
  const answer = await fetch(url, { headers: { authorization: `Basic ${login}` } });
  const { calls } = (await answer.json()) as { calls: { status: string; duration: string | null }[] };
  return calls.map(({ status, duration }) => ({
    status,
    duration: duration === null ? null : Number(duration),
  }));
}

test('three servers: one is killed, one drained, and no call, event or job is lost or duplicated', async () => {
  const [killed, drained, left] = servers as [ServerProcess, ServerProcess, ServerProcess];
  const streams = new Map<string, LiveEvents>();
  for (const n of [1, 2, 3]) {
    const stream = await client(`user_${n}`).events(closing.signal);
    streams.set(balancer.requests.findLast(({ path }) => path === '/api/events')?.server ?? '', stream);
  }
  expect([...streams.keys()].toSorted()).toEqual(servers.map(({ url }) => url).toSorted());
  // What is scheduled is due on all servers at once (SJ1).
  await query("update job_schedules set next_at = now() where key = 'expired-rows'");

  // Calls on all servers, and every page receives the events of all of them.
  const calls = new Map<string, string>();
  const first = Array.from({ length: held }, newNumber);
  for (const number of first) lab.callees.setNumber(number, 'stays');
  await Promise.all(first.map(async (number) => calls.set(await place(number), number)));
  for (const stream of streams.values()) {
    await expect
      .poll(() => [...calls.keys()].filter((id) => !statusOf(stream, id).includes('in-progress')))
      .toEqual([]);
  }
  const talking = () =>
    query(
      "select distinct call_id from transcript_entries where speaker = 'user' and message like '%Robin%'",
    );
  await expect.poll(async () => (await talking()).length).toBe(held);
  for (const kind of [/^\/api\/twilio/, /^\/webhooks/, /^\/voice/])
    expect(Math.min(...counts(kind))).toBeGreaterThan(0);

  // Each of them holds conversations, and says so under a lease.
  const leases = await query<{ server: string; call: string }>(
    'select server_id as server, call_id as call from live_sessions where lease_until > now()',
  );
  const holders = Map.groupBy(leases, ({ server }) => server);
  expect([holders.size, leases.length]).toEqual([3, held]);

  // Two of three servers stop while calls are being placed.
  const second = Array.from({ length: placedMeanwhile }, newNumber);
  const placing = Promise.all(second.map(async (number) => calls.set(await place(number), number)));
  await lab.waitFor((fact) => fact.kind === 'call' && second.includes(fact.record.to));
  const gone = once(drained.child, 'exit');
  balancer.probing = false;
  drained.child.kill('SIGTERM');
  await killed.end('SIGKILL');
  await expect.poll(async () => (await fetch(`${drained.url}/readyz`)).status).toBe(503);
  const refused = await new DeskClient(drained.url, deployment.mint, {}).place(newNumber());
  expect([refused.status, refused.body.code]).toEqual([503, 'shutting_down']);
  // Before the balancer has noticed: what is refused here is retried on the next server, invisible to the client.
  for (let tries = 0; passedOn() === 0 && tries < 20; tries += 1) {
    const number = newNumber();
    calls.set(await place(number), number);
  }
  expect(passedOn()).toBeGreaterThan(0);
  balancer.probing = true;
  await placing;
  expect(await gone).toEqual([0, null]);

  // Pages whose stream ended open a new one, on the server that is left.
  await Promise.all([killed, drained].map(({ url }) => streams.get(url)?.closed));
  const reopened = await client('user_1').events(closing.signal);
  const number = newNumber();
  const later = await place(number);
  calls.set(later, number);
  await expect.poll(() => statusOf(reopened, later)).toContain('completed');

  // Every call ends with the carrier's status; pages that stayed connected received every end.
  const watching = streams.get(left.url) as LiveEvents;
  const answered: string[] = [];
  for (const [id, number] of calls) {
    const { status, duration, reason } = await client().waitUntilEnded(id);
    if (duration !== null) answered.push(id);
    const known = await carrierSays(number);
    // A server that is killed while it sends leaves the outcome unknown; the call is not dialled again.
    if (known.length === 0) expect([status, reason]).toEqual(['failed', 'unconfirmed']);
    else expect(known).toEqual([{ status, duration }]);
    await expect.poll(() => statusOf(watching, id)).toContain(status);
  }
  expect(new Set(lab.calls().map(({ to }) => to)).size).toBe(lab.calls().length);

  const maintained = () =>
    query(
      "select state from jobs.job where name = 'maintenance' and data->>'task' = 'expired-rows' order by created_on",
    );
  // The server that was killed may have been at it.
  await expect.poll(maintained).toEqual([{ state: 'completed' }]);

  // Conversations of the killed server went on elsewhere; those of the others were not cut.
  const resumed = await query<{ call: string }>(
    'select call_id as call from voice_passes where session = 2 and used_at is not null',
  );
  const wentOn = new Set(resumed.map(({ call }) => call));
  const cut = await query<{ call: string }>(
    'select call_id as call from voice_passes where session = 1 and lost',
  );
  const lost = new Set(cut.map(({ call }) => call));
  // A conversation that had ended before the kill was not cut.
  const heldAndLost = [...holders.values()].filter((own) => own.some(({ call }) => lost.has(call)));
  expect(heldAndLost).toHaveLength(1);
  for (const { call } of heldAndLost.flat().filter(({ call }) => lost.has(call))) {
    expect(wentOn).toContain(call);
    const sid = lab.calls().find(({ to }) => to === calls.get(call))?.sid ?? '';
    const said = lab
      .ledger(sid)
      .flatMap((fact) => (fact.kind === 'said' && fact.by === 'app' ? [fact.text] : []));
    expect(said.join(' ')).toContain('I am sorry, we were cut off for a moment.');
    await expect.poll(async () => (await client().call(call)).reason).toBe('silence');
  }

  const jobs = () => query<SummaryJob>(summaryJobs);
  await expect.poll(async () => (await jobs()).filter(({ state }) => state !== 'completed')).toEqual([]);
  const done = await jobs();
  expect(done.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
  for (const { id, written } of done) {
    expect([(await client().call(id)).summaryState, written]).toEqual(
      written === 1 ? ['ready', 1] : ['none', 0],
    );
  }
  // Every live conversation has something to summarize.
  expect(done.filter(({ written }) => written === 1).length).toBeGreaterThanOrEqual(held);
  expect(faults(drained)).toEqual([]);
  expect(faults(left)).toEqual([]);
  tell(calls.size, done, wentOn.size);
});

interface SummaryJob extends pg.QueryResultRow {
  readonly id: string;
  readonly state: string;
  /** A server that stops returns its unfinished jobs to the queue. */
  readonly retries: number;
  /** How often a summary was stored. */
  readonly written: number;
}

const summaryJobs = `
  select job.data->>'callId' as id, state, retry_count as retries, (
    select count(*)::int from call_events
    where call_id = (job.data->>'callId')::uuid and kind = 'summary_ready'
  ) as written
  from jobs.job where name = 'call-summary'`;

/** Log lines of level 50 and above. */
const faults = ({ output }: ServerProcess) =>
  output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line));

function tell(calls: number, jobs: readonly SummaryJob[], resumed: number): void {
  const kinds = {
    'calls placed': /^\/api\/twilio/,
    webhooks: /^\/webhooks/,
    sockets: /^\/voice/,
    streams: /^\/api\/events/,
  };
  const ends = ['killed', 'drained', 'left'];
  const rows = Object.entries(kinds).map(([kind, path]) => [kind, ...counts(path)]);
  const table = [['through the balancer', ...ends], ...rows];
  const lines = table.map(
    ([name, ...cells]) =>
      `  ${String(name).padEnd(22)}${cells.map((cell) => String(cell).padStart(9)).join('')}`,
  );
  const taken = jobs.filter(({ retries }) => retries > 0).length;
  const sums = [
    `  ${calls} calls acknowledged, none dialled twice, each ended as the carrier says`,
    `  ${jobs.length} summary jobs, each done once; ${taken} of them given back by the server that stopped`,
    `  ${passedOn()} requests and sockets passed on from it`,
    `  ${resumed} conversations resumed on another server`,
  ];
  process.stdout.write([...lines, ...sums, ''].join('\n'));
}
