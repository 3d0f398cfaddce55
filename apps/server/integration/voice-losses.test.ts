import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { Balancer } from '../testing/balancer.ts';
import type { DeskClient } from '../testing/desk-client.ts';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import { run } from '../testing/old-deployment.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

const speed = 10;

let desk: KillableDesk;

beforeAll(async () => {
  desk = await openKillableDesk(speed, { TIMES_SPEED: '10', VOICE_SPEED: String(speed) });
  desk.lab.callees.define('talks', {
    greeting: 'Hello?',
    script: [
      { wait: 'agent' },
      { say: 'My name is Robin and I would like to think about it.' },
      { wait: { phrase: 'cut off for a moment' } },
      // Long enough for the agent to go on, and not to ask whether anybody is there.
      { silence: 9_000 },
      { say: 'I can hear you again.' },
      { silence: 120_000 },
    ],
    patienceMs: 'endless',
  });
});
beforeAll(() => {
  // Answers that fit no question end the call: of somebody who falls silent the agent hears none.
  desk.lab.callees.define('falls silent', {
    greeting: 'Hello?',
    script: [
      { wait: 'agent' },
      { say: 'My name is Robin and I would like to think about it.' },
      { silence: 900_000 },
    ],
    patienceMs: 'endless',
  });
  desk.lab.callees.define('wants no calls', {
    greeting: 'Hello?',
    script: [{ wait: 'agent' }, { say: 'Please do not call me again.' }, { silence: 900_000 }],
    patienceMs: 'endless',
  });
  desk.lab.callees.define('says nothing', { script: [{ silence: 900_000 }], patienceMs: 'endless' });
});
afterEach(() => desk.clear());
afterAll(() => desk.stop());

let lastNumber = 6000;
const someone = (callee = 'talks') => {
  const number = `+1500555${++lastNumber}`;
  desk.lab.callees.setNumber(number, callee);
  return number;
};
const sidOf = (number: string) => desk.lab.calls().find(({ to }) => to === number)?.sid ?? '';
const heardBy = (number: string) =>
  desk.lab
    .ledger(sidOf(number))
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []))
    .join(' ');

/** A live call on which the other party has said something. */
async function talking(
  server: ServerProcess,
  { agentId = 'gs-dental', callee = 'talks' } = {},
): Promise<{ id: string; number: string; client: DeskClient }> {
  const client = desk.clientOf(server);
  const number = someone(callee);
  const id = await client.placeAccepted(number, {
    agentId,
    message: 'Ask whether they will come on Monday.',
  });
  await expect
    .poll(async () => transcriptOf(await client.call(id)).join('\n'), { interval: 50 })
    .toContain('Robin');
  return { id, number, client };
}

const note = 'system: The line dropped during the conversation.';
const apology = 'I am sorry, we were cut off for a moment.';

/** The transcript once those who talk have gone on after a cut: what was said before it, and after it. */
async function resumedTranscript(client: DeskClient, id: string, answer = 'user: I can hear you again.') {
  const goneOn = async () => {
    const entries = transcriptOf(await client.call(id));
    const [, ...more] = afterCut(entries);
    const bothWentOn =
      (answer === '' || more.includes(answer)) && more.some((line) => line.startsWith('agent: '));
    // A server that was stopped notes the loss when it wakes up, and takes the other note back.
    return bothWentOn && entries.filter((line) => line === note).length === 1;
  };
  await expect.poll(goneOn, { interval: 50, timeout: 60_000 }).toBe(true);
  const call = await client.call(id);
  const lines = transcriptOf(call);
  const cut = lines.indexOf(note);
  // The order of entries is that of their places, across sessions.
  const ordinals = call.transcript.map(({ ordinal }) => ordinal);
  expect(ordinals).toEqual(ordinals.toSorted((a, b) => a - b));
  expect(lines.filter((line) => line === note)).toHaveLength(1);
  return { before: lines.slice(0, cut), after: afterCut(lines), call };
}

const afterCut = (lines: readonly string[]) => lines.slice(lines.indexOf(note) + 1);

describe('a server is killed during a conversation', () => {
  test('CL28, AG1, VS37: what was said is stored, and another server goes on with it, with the version and the organization that it began with', async () => {
    const balancer = await Balancer.start();
    onTestFinished(() => balancer.stop());
    const shared = { PUBLIC_URL: balancer.url, TRUST_PROXY: 'loopback' };
    const [killed, other] = [await desk.start(shared), await desk.start(shared)];
    balancer.add(killed.url);
    await vi.waitFor(() => expect(balancer.ready).toHaveLength(1), 60_000);
    const client = desk.clientOf(other);
    const agents = new AgentRequests(client);
    const agentId = await agents.published('Two versions', 'Hello, this is the AI assistant of GS Dental.');
    const wording = async (version: string) => {
      await agents.save(agentId, (config) => {
        config.conversation.phrases = {
          cutOff: `${apology} ${version} of <Organization>.`,
          silenceGoodbye: `Goodbye from ${version}.`,
        };
      });
      expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
    };
    await wording('the earlier version');
    const { id, number } = await talking(killed, { agentId, callee: 'falls silent' });
    balancer.add(other.url);
    await vi.waitFor(() => expect(balancer.ready).toHaveLength(2), 60_000);
    await wording('the later version');
    const { organization } = await agents.get('/api/organization');
    const { settings, revision } = organization;
    const renamed = { revision, settings: { ...settings, name: 'Another name' } };
    expect(await client.request('PUT', '/api/organization', renamed)).toMatchObject({ status: 200 });
    await client.request('POST', `/api/agents/${agentId}/archive`);
    await killed.end('SIGKILL');
    const { before, after } = await resumedTranscript(client, id, '');
    // The server is killed during this sentence: what was heard a second before is stored.
    expect(before.join('\n')).toContain('user: My name is Robin');
    expect(before.join('\n')).toContain('agent: Hello, this is the AI assistant of GS Dental.');
    expect(after[0]).toBe(`agent: ${apology} the earlier version of ${settings.name}.`);
    // The agent goes on, and does not introduce itself again.
    expect(after.join('\n')).not.toContain('this is the AI assistant');
    expect(heardBy(number)).toContain(apology);
    expect(await client.waitUntilEnded(id, { because: 'silence' })).toMatchObject({
      ...{ status: 'completed', agentVersion: 2 },
    });
    expect(heardBy(number)).toContain('Goodbye from the earlier version.');
    expect(heardBy(number)).not.toContain('the later version');
  });

  test('CL26: a server that was stopped for a while leaves a call alone that another one has resumed', async () => {
    const balancer = await Balancer.start();
    onTestFinished(() => balancer.stop());
    const shared = { PUBLIC_URL: balancer.url, TRUST_PROXY: 'loopback' };
    const [paused, other] = [await desk.start(shared), await desk.start(shared)];
    onTestFinished(() => void paused.child.kill('SIGCONT'));
    balancer.add(paused.url);
    await vi.waitFor(() => expect(balancer.ready).toHaveLength(1), 60_000);
    const { id, number } = await talking(paused);
    balancer.add(other.url);
    await vi.waitFor(() => expect(balancer.ready).toHaveLength(2), 60_000);
    paused.child.kill('SIGSTOP');
    balancer.remove(paused.url);
    balancer.cutSockets(paused.url);
    await expect.poll(() => heardBy(number), { interval: 50, timeout: 60_000 }).toContain(apology);
    paused.child.kill('SIGCONT');
    // It is awake, and has been told that its socket is gone.
    expect((await desk.clientOf(paused).call(id)).status).toBe('in-progress');
    const client = desk.clientOf(other);
    const { after } = await resumedTranscript(client, id);
    expect(after[0]).toBe(`agent: ${apology}`);
    expect(heardBy(number).split(apology)).toHaveLength(2);
    expect(desk.lab.call(sidOf(number))?.status).toBe('in-progress');
    expect(await desk.clientOf(paused).call(id)).toMatchObject({ status: 'in-progress', reason: null });
    desk.lab.hangUp(sidOf(number));
    expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'completed', reason: null });
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
    await expect
      .poll(async () => transcriptOf(await client.call(id)).at(-1))
      .toBe('system: The server stopped during the call.');
  });

  test('DN10: who was promised that they are not called again is on the list', async () => {
    const killed = await desk.start();
    const client = desk.clientOf(killed);
    const number = someone('wants no calls');
    const listed = async () => (await client.request('GET', '/api/do-not-call')).body.entries;
    await run(desk.owner, async (owner) => {
      // The server cannot store that the number is on the list, and does not live until it can.
      await owner.query('begin; lock table do_not_call in share mode');
      await client.placeAccepted(number);
      await expect.poll(() => heardBy(number), { timeout: 60_000 }).toContain('Goodbye');
      await killed.end('SIGKILL');
      await owner.query('rollback');
    });
    await desk.lab.ended(sidOf(number));
    await desk.startAgain(killed);
    await expect.poll(listed, { timeout: 60_000 }).toMatchObject([{ number }]);
  });
});

describe('a server is killed on a call that a machine answers', () => {
  // Long enough for a server to be killed while it is said.
  const message = `GS Dental called. ${'Please call us back when you can. '.repeat(10)}Thank you.`;

  test.each([
    ['while the machine talks, the next server leaves the message', 'calling the Millers', message],
    ['while it leaves the message, nobody leaves it again', 'GS Dental called', null],
  ])('CL29: %s', async (_what, killedAfter, whole) => {
    const balancer = await Balancer.start();
    onTestFinished(() => balancer.stop());
    const shared = { PUBLIC_URL: balancer.url, TRUST_PROXY: 'loopback' };
    const [killed, other] = [await desk.start(shared), await desk.start(shared)];
    balancer.add(killed.url);
    await vi.waitFor(() => expect(balancer.ready).toHaveLength(1), 60_000);
    const client = desk.clientOf(killed);
    const agents = new AgentRequests(client);
    await agents.save('gs-dental', (config) => {
      config.conversation.voicemail = { action: 'leave-message', message };
    });
    expect(await agents.publish('gs-dental')).toMatchObject({ status: 200 });
    const number = someone('voicemail-long');
    const id = await client.placeAccepted(number);
    const until = (words: string) =>
      expect
        .poll(async () => transcriptOf(await client.call(id)).join('\n'), { interval: 20, timeout: 60_000 })
        .toContain(words);
    await until('calling the Millers');
    balancer.add(other.url);
    await vi.waitFor(() => expect(balancer.ready).toHaveLength(2), 60_000);
    await until(killedAfter);
    await killed.end('SIGKILL');
    const call = await desk.clientOf(other).waitUntilEnded(id, { because: 'voicemail_left' });
    const recorded = desk.lab
      .ledger(sidOf(number))
      .flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
    expect(recorded).toHaveLength(1);
    if (whole !== null) expect(recorded[0]).toContain(whole);
    expect(recorded[0]?.split('GS Dental called')).toHaveLength(2);
    expect(transcriptOf(call).filter((line) => line.includes('GS Dental called'))).toHaveLength(1);
  });
});

test('CL28: a connection that is cut is resumed, and the conversation goes on, also of a call without source and address', async () => {
  const server = await desk.start();
  const client = desk.clientOf(server);
  const number = someone();
  desk.lab.faults.set({ cutWebsocket: { times: 1, ms: 1_500 } });
  const id = await client.placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  // As a server of the release before leaves them.
  await run(desk.owner, (owner) =>
    owner.query('update calls set voice_source = null, callback_url = null where id = $1', [id]),
  );
  const { before, after } = await resumedTranscript(client, id);
  expect(before[0]).toContain('agent: Hello, this is the AI assistant of GS Dental.');
  expect(after[0]).toMatch(/^agent: I am sorry, we were cut off for a moment\./);
  desk.lab.hangUp(sidOf(number));
  expect(await client.waitUntilEnded(id)).toMatchObject({ status: 'completed', reason: null });
});

test('CL28: a connection that keeps breaking is resumed three times, then the call ends with a goodbye', async () => {
  const server = await desk.start();
  desk.lab.faults.set({ cutWebsocket: { probability: 1, ms: 2_000 } });
  const client = desk.clientOf(server);
  const number = someone('says nothing');
  const id = await client.placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  const call = await client.waitUntilEnded(id, { because: 'line_dropped' });
  expect(call).toMatchObject({ status: 'completed', reason: 'line_dropped' });
  await expect.poll(async () => transcriptOf(await client.call(id)).at(-1)).toBe(note);
  const lines = transcriptOf(await client.call(id));
  expect(lines.filter((line) => line === note)).toHaveLength(4);
  // How much of each apology is heard before the next cut depends on the machine.
  expect(lines.filter((line) => line.startsWith('agent: I am sorry')).length).toBeLessThanOrEqual(3);
  expect(heardBy(number)).toContain('we were cut off. Somebody will get back to you.');
});

test('a server that stops says goodbye first', async () => {
  const server = await desk.start({ DRAIN_SECONDS: '8' });
  const { id, number } = await talking(server);
  await server.end('SIGTERM');
  expect(heardBy(number)).toContain('I have to end this call now.');
  const next = await desk.start();
  const client = desk.clientOf(next);
  const call = await client.waitUntilEnded(id, { because: 'server_stopped' });
  expect(call).toMatchObject({ status: 'completed', reason: 'server_stopped' });
  await expect
    .poll(async () => transcriptOf(await client.call(id)).at(-1))
    .toBe('system: The server stopped during the call.');
});
