import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DeskClient } from '../testing/desk-client.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

// Real servers start in each test, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const speed = 10;

let desk: KillableDesk;

beforeAll(async () => {
  desk = await openKillableDesk(speed, { TIMES_SPEED: '10', VOICE_SPEED: String(speed) });
  desk.lab.callees.define('talks', {
    greeting: 'Hello?',
    script: [
      { wait: 'agent' },
      { say: 'My name is Robin and I would like to think about it.' },
      { silence: 120_000 },
    ],
    patienceMs: 'endless',
  });
});
afterEach(() => desk.clear());
afterAll(() => desk.stop());

let lastNumber = 6000;
const someone = () => {
  const number = `+1500555${++lastNumber}`;
  desk.lab.callees.setNumber(number, 'talks');
  return number;
};
const sidOf = (number: string) => desk.lab.calls().find(({ to }) => to === number)?.sid ?? '';
const heardBy = (number: string) =>
  desk.lab
    .ledger(sidOf(number))
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []))
    .join(' ');

/** A live call on which the other party has said something. */
async function talking(server: ServerProcess): Promise<{ id: string; number: string; client: DeskClient }> {
  const client = desk.clientOf(server);
  const number = someone();
  const id = await client.placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  await expect
    .poll(async () => transcriptOf(await client.call(id)).join('\n'), { interval: 50 })
    .toContain('Robin');
  return { id, number, client };
}

describe('a server is killed during a conversation', () => {
  test('what was said is stored, and the restarted server says goodbye', async () => {
    const killed = await desk.start();
    const { id, number, client } = await talking(killed);
    // The carrier requests a document at once, and retries until the server has restarted.
    desk.lab.faults.set({ slowTwiml: { probability: 1, ms: 15_000 } });
    await killed.end('SIGKILL');
    await desk.startAgain(killed);
    desk.lab.faults.clear();
    await desk.lab.ended(sidOf(number));
    const call = await client.waitUntilEnded(id, { because: 'line_dropped' });
    expect(call).toMatchObject({ status: 'completed', reason: 'line_dropped' });
    // The server is killed during this sentence: what was heard a second before is stored.
    expect(transcriptOf(call).join('\n')).toContain('user: My name is Robin');
    expect(transcriptOf(call).join('\n')).toContain('agent: Hello, this is the AI assistant of GS Dental.');
    expect(transcriptOf(call).at(-1)).toBe('system: The line dropped during the conversation.');
    expect(heardBy(number)).toContain('we were cut off');
  });

  test('with no server left the carrier ends the call, and the row has the reason afterwards', async () => {
    const killed = await desk.start();
    const { id, number, client } = await talking(killed);
    await killed.end('SIGKILL');
    await desk.lab.ended(sidOf(number));
    await desk.startAgain(killed);
    await expect.poll(async () => (await client.call(id)).reason, { interval: 200 }).toBe('server_stopped');
    const call = await client.waitUntilEnded(id);
    expect(transcriptOf(call).join('\n')).toContain('Robin');
    expect(transcriptOf(call).at(-1)).toBe('system: The server stopped during the call.');
  });
});

test('a connection that is cut ends with a goodbye, and the transcript says so', async () => {
  const server = await desk.start();
  desk.lab.faults.set({ cutWebsocket: { probability: 1, ms: 1_000 } });
  const client = desk.clientOf(server);
  const number = someone();
  const id = await client.placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  const call = await client.waitUntilEnded(id, { because: 'line_dropped' });
  expect(call).toMatchObject({ status: 'completed', reason: 'line_dropped' });
  await expect
    .poll(async () => transcriptOf(await client.call(id)).at(-1))
    .toBe('system: The line dropped during the conversation.');
  expect(heardBy(number)).toContain('we were cut off');
});

test('a server that stops says goodbye first', async () => {
  const server = await desk.start({ DRAIN_SECONDS: '8' });
  const { id, number } = await talking(server);
  await server.end('SIGTERM');
  expect(heardBy(number)).toContain('I have to end this call now.');
  const next = await desk.start();
  const call = await desk.clientOf(next).waitUntilEnded(id, { because: 'server_stopped' });
  expect(call).toMatchObject({ status: 'completed', reason: 'server_stopped' });
  expect(transcriptOf(call).at(-1)).toBe('system: The server stopped during the call.');
});
