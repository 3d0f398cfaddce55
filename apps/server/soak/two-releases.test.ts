import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Balancer } from '../testing/balancer.ts';
import { testSecret } from '../testing/cluster.ts';
import { createDeployment, type Deployment } from '../testing/desk.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { buildEarlierRelease, type EarlierRelease } from '../testing/earlier-release.ts';
import { placeWithRetries } from '../testing/faults/retrying-requests.ts';
import {
  type OutsidePostgres,
  ownerAsDocumented,
  startOutsidePostgres,
} from '../testing/outside-postgres.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const speed = 10;
/** Calls that each release has to place, and conversations that it has to hold, while the other one does too. */
const enough = 60;
const placeEveryMs = 400;
/** Long enough to be in the middle of a conversation when a server is killed. */
const talkative = [
  { wait: 'agent' },
  { say: 'Let me look for my calendar.' },
  { silence: 30_000 },
  { say: 'Yes, that is fine. Goodbye.' },
  'hangup',
] as const;

type Release = 'before' | 'this';

interface Running {
  readonly release: Release;
  readonly server: ServerProcess;
}

let postgres: OutsidePostgres;
let owner: pg.Client;
let lab: Lab;
let deployment: Deployment;
let balancer: Balancer;
let folder: string;
let before: EarlierRelease;
const running = new Set<Running>();
const ended: Running[] = [];

beforeAll(async () => {
  before = await buildEarlierRelease();
  folder = await mkdtemp(join(tmpdir(), 'parley-releases-'));
  // Empty: the release before makes the tables.
  [postgres, lab, balancer] = await Promise.all([
    startOutsidePostgres(),
    startLab({ speed, cps: 1000 }),
    Balancer.start(),
  ]);
  lab.callees.define('talkative', { greeting: 'Hello?', script: [...talkative] });
  const url = await ownerAsDocumented(postgres);
  deployment = await createDeployment({ url, secret: testSecret }, lab);
  // Its owner is bound by row-level security too.
  owner = new pg.Client(postgres.adminUrl.replace(/[^/]+$/, new URL(url).pathname.slice(1)));
}, 600_000);
afterAll(async () => {
  await Promise.all([...running].map(({ server }) => server.end('SIGKILL')));
  await owner?.end();
  await balancer?.stop();
  await lab?.stop();
  await postgres?.stop();
  await before?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function start(release: Release): Promise<Running> {
  const settings = {
    ...deployment.settings,
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    PUBLIC_URL: balancer.url,
    TRUST_PROXY: 'loopback',
    CALLS_PER_MINUTE: '100000',
    CALLS_PER_DAY: '100000',
    DRAIN_SECONDS: '40',
    TIMES_SPEED: String(speed),
    VOICE_SPEED: String(speed),
  };
  const options = release === 'before' ? { entry: before.entry } : { entry: thisEntry };
  const started = { release, server: await startServerProcess(settings, options) };
  running.add(started);
  balancer.add(started.server.url);
  await expect.poll(() => balancer.ready).toContain(started.server.url);
  return started;
}

const thisEntry = join(import.meta.dirname, '../dist/killable-server.js');

async function end(one: Running, signal: NodeJS.Signals): Promise<number | null> {
  if (signal === 'SIGTERM') balancer.remove(one.server.url);
  const code = await one.server.end(signal);
  balancer.remove(one.server.url);
  running.delete(one);
  ended.push(one);
  return code;
}

/** How many requests of a kind the servers of a release have answered so. */
function answered(release: Release, path: RegExp, status: number): number {
  const urls = [...running, ...ended].flatMap((one) => (one.release === release ? [one.server.url] : []));
  return balancer.requests.filter(
    (request) => urls.includes(request.server) && request.status === status && path.test(request.path),
  ).length;
}
const placedBy = (release: Release) => answered(release, /^\/api\/twilio\/[^/]+\/call$/, 200);
const conversationsOf = (release: Release) => answered(release, /^\/voice\//, 101);

async function resumed(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from voice_passes where session > 1 and used_at is not null',
  );
  return rows[0]?.count ?? 0;
}

let lastNumber = 1000;
const client = () => new DeskClient(balancer.url, deployment.mint, {});

/** Places calls until told to stop; the requests, each with what became of it. */
function placeCalls() {
  const requests: ReturnType<typeof placeWithRetries>[] = [];
  const desk = client();
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const number = `+1202555${++lastNumber}`;
      if (lastNumber % 2 === 0) lab.callees.setNumber(number, 'talkative');
      requests.push(placeWithRetries(desk, number, `Ask whether Tuesday suits, number ${lastNumber}.`));
      await delay(placeEveryMs);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return Promise.all(requests);
  };
}

/** Kills it while others talk, and waits until the other release has gone on with some of its conversations. */
async function killAmidConversations(one: Running): Promise<number> {
  const had = await resumed();
  await end(one, 'SIGKILL');
  await expect.poll(resumed).toBeGreaterThan(had);
  await start(one.release);
  return (await resumed()) - had;
}

test('a roll-out: while servers of two releases share a database, no call is lost, dialled twice or left unfinished', async () => {
  const first = await start('before');
  const second = await start('before');
  await owner.connect();
  const placing = placeCalls();
  await expect.poll(() => placedBy('before')).toBeGreaterThanOrEqual(enough / 2);

  // The first one is replaced: the migrations run beside a server that is placing calls.
  expect(await end(first, 'SIGTERM')).toBe(0);
  const third = await start('this');
  const had = placedBy('before');
  await expect.poll(() => placedBy('before') - had).toBeGreaterThanOrEqual(enough);
  await expect.poll(() => placedBy('this')).toBeGreaterThanOrEqual(enough);
  await expect.poll(() => conversationsOf('this')).toBeGreaterThanOrEqual(enough);
  const taken = { before: 0, this: 0 };
  taken.before = await killAmidConversations(third);
  taken.this = await killAmidConversations(second);

  // The last one of the release before is replaced.
  for (const one of running) if (one.release === 'before') expect(await end(one, 'SIGTERM')).toBe(0);
  await start('this');
  const placed = await placing();

  expect(placed.filter(({ refusal }) => refusal !== null && refusal !== 'call_not_sent')).toEqual([]);
  const atCarrier = (number: string) => lab.calls().filter(({ to }) => to === number);
  const desk = client();
  for (const { callId, to } of placed) {
    if (callId === null) continue;
    const call = await desk.waitUntilEnded(callId);
    // A server that is killed while it sends leaves the outcome unknown; the call is not dialled again.
    if (atCarrier(to).length === 0) expect(call).toMatchObject({ status: 'failed', reason: 'unconfirmed' });
    else expect(atCarrier(to)).toMatchObject([{ status: call.status }]);
  }
  expect(new Set(lab.calls().map(({ to }) => to)).size).toBe(lab.calls().length);
  // What follows a call has been done: documents, outcomes, summaries.
  const waiting = async () =>
    (
      await owner.query(
        `select name, state from jobs.job where state in ('created', 'retry', 'active', 'failed')
           and name <> 'maintenance' and start_after < now() and not name like '\\_\\_%'`,
      )
    ).rows;
  await expect.poll(waiting).toEqual([]);
  const errors = [...running, ...ended].flatMap(({ release, server }) =>
    server
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))
      .map((line) => `${release}: ${line}`),
  );
  expect(errors).toEqual([]);
  process.stdout.write(
    `${before.commit} and this release: ${placedBy('before')} and ${placedBy('this')} calls placed, ${conversationsOf('before')} and ${conversationsOf('this')} conversations; ${taken.before} of this release resumed by the one before, ${taken.this} the other way round\n`,
  );
});
