import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTimes, timesAtSpeed } from '../src/features/calls/call-times.ts';
import { CarrierSocketClient, connectSocket } from '../testing/carrier-socket-client.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Deployment, startDesk } from '../testing/desk.ts';
import { DeskClient } from '../testing/desk-client.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';

let database: TestDatabase;
let lab: Lab;
let deployment: Deployment;
let dataDir: string;
let server: ServerProcess;
let client: DeskClient;

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await startLab({ speed: 10, cps: 1000, callees: { default: 'handset' } });
  deployment = await createDeployment(database, lab);
  dataDir = await mkdtemp(join(tmpdir(), 'parley-drain-'));
  // The last six seconds are kept for goodbyes.
  server = await startServerProcess({ ...deployment.settings, DATA_DIR: dataDir, DRAIN_SECONDS: '20' });
  client = new DeskClient(server.url, deployment.mint, {});
});
afterAll(async () => {
  await server.end();
  await lab.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const saidBy = (side: 'app' | 'party', sid: string) =>
  lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === side ? [entry.text] : []))
    .join(' ');

/** What is stored about a call, read directly from the database. */
async function stored(id: string): Promise<string[]> {
  const client = new pg.Client(database.owner);
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    "select speaker || ': ' || message as line from transcript_entries where call_id = $1 order by ordinal",
    [id],
  );
  await client.end();
  return rows.map(({ line }) => line);
}

const asked = { message: 'Ask whether they will come on Monday.' };

/** A live call on which the other party has said something. */
async function talking(number: string, key?: string): Promise<{ id: string; sid: string }> {
  const id = await client.placeAccepted(number, { ...asked, ...(key && { key }) });
  const sid = lab.calls().find(({ to }) => to === number)?.sid ?? '';
  await expect.poll(() => lab.call(sid)?.status).toBe('ringing');
  lab.answer(sid);
  await expect.poll(() => saidBy('app', sid)).toContain('AI assistant');
  lab.say(sid, 'My name is Robin and I would like to think about it.');
  await expect.poll(async () => (await stored(id)).join('\n')).toContain('Robin');
  return { id, sid };
}

test('SIGTERM with live calls: no new ones, conversations finish or end with a goodbye, all is stored, exit 0', async () => {
  const stays = await talking('+12025550101', 'before the signal');
  const hangsUp = await talking('+12025550102');
  const ended = once(server.child, 'exit');
  // Two signals at the same time, as from a supervisor that signals a process group, count as one.
  server.child.kill('SIGTERM');
  server.child.kill('SIGINT');

  // Alive but not ready: new work is refused with 503, and what is live is served.
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { interval: 10 }).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const before = lab.calls().length;
  const refused = await client.place('+12025550103');
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'shutting_down',
      error: 'The server is stopping and takes no new calls. Please try again in a minute.',
    },
  });
  // CL19: whoever repeats a request gets its call.
  const key = 'before the signal';
  expect(await client.placeAccepted('+12025550101', { ...asked, key })).toBe(stays.id);
  const line = new CarrierSocketClient(lab, client, 'relay');
  expect(await connectSocket(line.url, line.signature())).toBe(503);
  expect(lab.calls()).toHaveLength(before);
  const word = { CallSid: stays.sid, CallStatus: 'in-progress', AccountSid: lab.accountSid };
  const status = `${server.url}/webhooks/twilio/status?call=${stays.id}`;
  expect((await sendWebhook(status, word, { authToken: lab.authToken })).status).toBe(204);
  expect(saidBy('app', stays.sid)).not.toContain('I have to end this call now');

  // One conversation finishes by itself, the other ends with a goodbye.
  lab.hangUp(hangsUp.sid);
  expect(await client.waitUntilEnded(hangsUp.id)).toMatchObject({ status: 'completed', reason: null });
  expect(await ended).toEqual([0, null]);
  expect(saidBy('app', stays.sid)).toContain('I have to end this call now. Somebody will get back to you.');
  expect(saidBy('app', hangsUp.sid)).not.toContain('I have to end this call now');

  // Everything is stored before another server starts.
  const lines = await stored(stays.id);
  expect(lines.join('\n')).toContain('user: My name is Robin and I would like to think about it.');
  expect(lines.join('\n')).toContain('I have to end this call now. Somebody will get back to you. Goodbye.');
  expect(lines.at(-1)).toBe('system: The server stopped during the call.');
  expect(server.output()).not.toMatch(/"level":(?:50|60)/);

  // The next server fetches the callbacks that no server received.
  await using next = await startDesk(deployment, {}, { times: timesAtSpeed(callTimes, 10) });
  expect(await next.as().waitUntilEnded(stays.id)).toMatchObject({
    status: 'completed',
    reason: 'server_stopped',
  });
});
