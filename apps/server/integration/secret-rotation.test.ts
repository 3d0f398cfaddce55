import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallDetail } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Balancer } from '../testing/balancer.ts';
import { BrowserSession } from '../testing/browser-session.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { carrierSettings } from '../testing/desk.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const entry = join(import.meta.dirname, '../dist/killable-server.js');
const speed = 10;
const next = 'the next secret, of forty characters too';

let database: TestDatabase;
let lab: Lab;
let balancer: Balancer;
let folder: string;
const running = new Set<ServerProcess>();

// For each try its own: the database keeps the secret that it was moved to.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-rotation-'));
  [database, lab, balancer] = await Promise.all([
    createTestDatabase(),
    startLab({ speed, cps: 1000 }),
    Balancer.start(),
  ]);
});
afterEach(async () => {
  await Promise.all([...running].map((server) => stop(server, 'SIGKILL')));
  await balancer.stop();
  await lab.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Secrets = Readonly<Record<'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS', string | undefined>>;
const old = (): Secrets => ({ AUTH_SECRET: database.secret, AUTH_SECRET_PREVIOUS: undefined });
const both = (): Secrets => ({ AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: database.secret });
const nextAlone: Secrets = { AUTH_SECRET: next, AUTH_SECRET_PREVIOUS: undefined };

async function start(secrets: Secrets): Promise<ServerProcess> {
  const server = await startServerProcess(
    {
      ...carrierSettings(lab),
      ...secrets,
      DATABASE_URL: database.url,
      DATA_DIR: await mkdtemp(join(folder, 'data-')),
      PUBLIC_URL: balancer.url,
      TRUST_PROXY: 'loopback',
      SIGNUP_ROLE: 'operator',
      CALLS_PER_MINUTE: '1000',
      DRAIN_SECONDS: '40',
      TIMES_SPEED: String(speed),
      VOICE_SPEED: String(speed),
    },
    { entry },
  );
  running.add(server);
  return server;
}

async function stop(server: ServerProcess, signal?: NodeJS.Signals): Promise<number | null> {
  const code = await server.end(signal);
  running.delete(server);
  return code;
}

async function inTurn(servers: readonly ServerProcess[], secrets: Secrets): Promise<ServerProcess[]> {
  const started: ServerProcess[] = [];
  for (const server of servers) {
    // As a deployment does: no new requests, then SIGTERM; live calls finish.
    balancer.remove(server.url);
    expect(await stop(server)).toBe(0);
    const restarted = await start(secrets);
    started.push(restarted);
    balancer.add(restarted.url);
    await expect.poll(() => balancer.ready).toContain(restarted.url);
  }
  return started;
}

/** Repeats `work` until told to stop, and collects what it returns. The pause leaves time to the servers. */
function repeat<T>(everyMs: number, work: () => Promise<T>): () => Promise<T[]> {
  const results: T[] = [];
  let stopped = false;
  const done = (async () => {
    while (!stopped) {
      results.push(await work());
      await delay(everyMs);
    }
    return results;
  })();
  return () => {
    stopped = true;
    return done;
  };
}

const session = (name: string) => new BrowserSession(balancer.url, balancer.url, `${name}@example.com`);
let lastNumber = 1000;

test('SR1: three servers move to the next secret in two rolling restarts; no sign-in, session or call is lost', async () => {
  let servers = await Promise.all([1, 2, 3].map(() => start(old())));
  for (const { url } of servers) balancer.add(url);
  await expect.poll(() => balancer.ready).toHaveLength(3);
  const [, code] = /one-time code: (\w+)/.exec(servers[0]?.output() ?? '') ?? [];
  const people = ['kit', 'jo', 'sam'].map(session);
  for (const person of people) expect(await person.signUp(code)).toBe(200);
  const [kit, jo, sam] = people as [BrowserSession, BrowserSession, BrowserSession];
  const sessions = [kit.session, jo.session];

  // From now on somebody signs in, pages read, and calls are placed, all the time.
  const signIns = repeat(1_500, () => sam.signIn());
  const reads = [kit, jo].map((person) =>
    repeat(750, async () => (await person.ask('GET', '/api/calls')).status),
  );
  const calls = repeat(3_000, async () => {
    const order = { phoneNumber: `+1202555${++lastNumber}`, message: 'Say hello and goodbye.' };
    return kit.ask('POST', '/api/twilio/gs-dental/call', order);
  });

  // One that is killed in the middle of a restart comes up with the settings it had; all others come up with the next.
  const killed = async (secrets: Secrets) => expect(await stop(await start(secrets), 'SIGKILL')).toBeNull();

  // The first restart; a server that skips it is refused.
  servers = [...(await inTurn(servers.slice(0, 1), both())), ...servers.slice(1)];
  await killed(old());
  await expect(start(nextAlone)).rejects.toThrow(
    'A server that does not know this AUTH_SECRET is still connected',
  );
  servers = [...servers.slice(0, 1), ...(await inTurn(servers.slice(1), both()))];
  // The second restart.
  servers = [...(await inTurn(servers.slice(0, 1), nextAlone)), ...servers.slice(1)];
  await killed(both());
  servers = [...servers.slice(0, 1), ...(await inTurn(servers.slice(1), nextAlone))];

  const signedIn = await signIns();
  const read = (await Promise.all(reads.map((end) => end()))).flat();
  const placed = await calls();
  expect(balancer.unanswered).toEqual([]);
  expect(signedIn.filter((status) => status !== 200)).toEqual([]);
  expect(read.filter((status) => status !== 200)).toEqual([]);
  expect(placed.filter(({ status }) => status !== 200)).toEqual([]);
  // The sessions are the same ones, never signed in again.
  expect([kit.session, jo.session]).toEqual(sessions);
  for (const { body } of placed) {
    const { callId } = body as { callId: string };
    const status = async () => {
      const answer = await jo.ask('GET', `/api/calls/${callId}`);
      return (answer.body as { call: CallDetail }).call.status;
    };
    await expect.poll(status, { interval: 100 }).toBe('completed');
  }
  for (const server of running) expect(server.output()).not.toMatch(/"level":[56]0/);
  const sums = `${signedIn.length} sign-ins, ${read.length} reads with a fresh token, ${placed.length} calls`;
  process.stdout.write(`  ${sums} during two rolling restarts of three servers, none refused\n`);
});
