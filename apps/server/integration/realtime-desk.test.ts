import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering, changeAgents, defineCallee, ledgerOf, wordsHeard } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { openVoiceDesk, transcriptOf } from '../testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(8);
});
afterAll(() => desk.stop());

const opening = 'Hello, this is the AI assistant of GS Dental.';

test('a callee who asks not to be called is told so, and is not called again', async () => {
  desk.service.answerWith(
    answering(() => [
      speak('I will not call you again. Goodbye.'),
      call('do_not_call', {}),
      call('end_call', { reason: 'declined' }),
    ]),
  );
  const number = defineCallee(desk, [{ wait: 'agent' }, { say: 'Never call me again.' }]);
  const before = desk.service.sessions.length;
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number), {
    because: 'do_not_call',
  });
  expect(ended).toMatchObject({ status: 'completed', reason: 'do_not_call' });
  expect(wordsHeard(desk, number)).toBe(`${opening} I will not call you again. Goodbye.`);
  expect(await desk.client.place(number)).toMatchObject({ status: 409, body: { code: 'do_not_call' } });
  const session = await desk.session(before + 1);
  const results = session.received
    .ofType('conversation.item.create')
    .filter(({ item }) => (item as { type: string }).type === 'function_call_output');
  expect(results).toHaveLength(2);
});

test('a person takes over: the live call is redirected', async () => {
  await setTransferTarget(desk.database.owner, '+15005550010');
  desk.service.answerWith(
    answering(() => [speak('I am connecting you.'), call('transfer_call', { reason: 'wants a person' })]),
  );
  const number = defineCallee(desk, [
    { wait: 'agent' },
    { say: 'A person, please.' },
    // Longer than it takes until the colleague has answered, on a slow computer too.
    { wait: 20_000 },
    'hangup',
  ]);
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number), {
    because: 'transferred',
  });
  await setTransferTarget(desk.database.owner, null);
  expect(ended).toMatchObject({ status: 'completed', reason: 'transferred' });
  expect(wordsHeard(desk, number)).toContain('I am connecting you.');
  expect(transcriptOf(ended)).toContain('agent: I am connecting you.');
});

test('a transfer that the carrier refuses: agent and caller are told, and the conversation goes on', async () => {
  await setTransferTarget(desk.database.owner, '+15005550010');
  desk.service.answerWith(
    answering((heard) =>
      /person/.test(heard)
        ? [speak('I am connecting you.'), call('transfer_call', { reason: 'wants a person' })]
        : [speak('I will let them know. Goodbye.'), call('end_call', { reason: 'finished' })],
    ),
  );
  const apology = 'I am sorry, I could not connect you. Is there anything else I can do for you?';
  const number = defineCallee(desk, [
    { wait: 'agent' },
    { say: 'A person, please.' },
    { wait: { phrase: 'anything else' } },
    { wait: 'agent' },
    { say: 'Then ask them to call me.' },
  ]);
  const id = await desk.client.placeAccepted(number);
  await desk.lab.waitFor((entry) => entry.kind === 'said' && entry.text.includes('A person, please.'));
  desk.lab.faults.set({ restError: { status: 400 } });
  await desk.lab.waitFor((entry) => entry.kind === 'said' && entry.text.includes('anything else'));
  desk.lab.faults.clear();
  const ended = await desk.client.waitUntilEnded(id);
  await setTransferTarget(desk.database.owner, null);
  expect(ended).toMatchObject({ status: 'completed', reason: null });
  expect(transcriptOf(ended)).toEqual([
    `agent: ${opening}`,
    'user: A person, please.',
    'agent: I am connecting you.',
    'system: The call could not be transferred.',
    `agent: ${apology}`,
    'user: Then ask them to call me.',
    'agent: I will let them know. Goodbye.',
  ]);
  expect(wordsHeard(desk, number)).toContain(apology);
});

test('silence: asked once, then a goodbye that is heard', async () => {
  desk.service.answerWith(answering(() => speak('Yes?')));
  const number = defineCallee(desk, [{ silence: 120_000 }]);
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number), {
    because: 'silence',
  });
  expect(ended).toMatchObject({ status: 'completed', reason: 'silence', summaryState: 'none' });
  const lines = [
    opening,
    'Hello, are you still there?',
    'I cannot hear anybody, so I will hang up now. Goodbye.',
  ];
  expect(transcriptOf(ended)).toEqual(lines.map((line) => `agent: ${line}`));
  expect(wordsHeard(desk, number)).toBe(lines.join(' '));
});

test('nothing more is said to a machine once it is detected', async () => {
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted('+15005550103'), {
    because: 'voicemail',
  });
  expect(ended).toMatchObject({ status: 'completed', reason: 'voicemail' });
});

test('a call that is ended from the desk keeps what was heard', async () => {
  desk.service.answerWith(answering(() => speak('There is a lot to say about this. '.repeat(10))));
  const number = defineCallee(desk, [{ wait: 'agent' }, { say: 'Tell me.' }, { silence: 60_000 }]);
  const id = await desk.client.placeAccepted(number);
  await expect.poll(async () => (await desk.client.call(id)).transcript.length).toBeGreaterThan(2);
  expect((await desk.client.end(id)).body.call).toMatchObject({
    status: 'completed',
    reason: 'ended_by_user',
  });
  await expect
    .poll(async () => transcriptOf(await desk.client.call(id)).at(-1))
    .toBe('system: Ended from the desk.');
});

test.each([
  ['relay', 'relay'],
  [null, 'stream'],
])('an agent whose engine is %s uses %s where audio is the default', async (engine, wire) => {
  await changeAgents(desk, engine === null ? 'engine = null' : `engine = '${engine}'`);
  const number = defineCallee(desk, [{ wait: { words: 3 } }, 'hangup']);
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number));
  await changeAgents(desk, 'engine = null');
  expect(ended).toMatchObject({ status: 'completed', engine: engine ?? 'realtime' });
  const wires = ledgerOf(desk, number).map(({ kind }) => kind);
  expect(wires.filter((kind) => kind === 'relay' || kind === 'stream')).toContain(wire);
  expect(new Set(wires.filter((kind) => kind === 'relay' || kind === 'stream')).size).toBe(1);
});

test('a connected speech service speaks; while there is none, or it fails, the scripted agent is read out in the sandbox', async () => {
  const plain = await openVoiceDesk({ speed: 8 }, { LLM_PROVIDER: 'scripted', TOOL_HOSTS: '127.0.0.1' });
  const sandbox = { ...desk, ...plain };
  const { client } = plain;
  const { service } = desk;
  await changeAgents(sandbox, "engine = 'realtime'");
  const talk = async () => {
    const number = defineCallee(sandbox, [{ wait: { words: 3 } }, 'hangup']);
    const ended = await client.waitUntilEnded(await client.placeAccepted(number));
    return { number, ended };
  };
  const speech = async () => (await client.request('GET', '/api/connections')).body.connections.speech;
  const silent = await talk();
  expect(silent.ended).toMatchObject({ status: 'completed', engine: 'relay' });
  expect(wordsHeard(sandbox, silent.number)).not.toBe('');

  service.answerWith(answering(() => speak('Thank you.')));
  const { url, key } = service;
  const entered = { url, key, model: 'gpt-realtime-2.1', replaces: null };
  expect(await client.request('POST', '/api/connections/speech', entered)).toMatchObject({
    ...{ status: 200, body: { connections: { speech: { state: 'connected' } } } },
  });
  const before = service.sessions.length;
  const spoken = await talk();
  expect(spoken.ended).toMatchObject({ status: 'completed', engine: 'realtime' });
  expect(service.sessions.length).toBe(before + 1);
  expect(wordsHeard(sandbox, spoken.number)).toContain('Hello');

  service.refuseHandshakes(401);
  expect((await talk()).ended).toMatchObject({ engine: 'realtime' });
  await expect.poll(speech).toMatchObject({ state: 'failing', problem: { code: 'key_refused' } });
  expect((await talk()).ended).toMatchObject({ status: 'completed', engine: 'relay' });
  service.acceptHandshakes();
  const { id } = await speech();
  expect((await client.request('POST', `/api/connections/${id}/test`)).body).toMatchObject({
    ...{ problem: null, connections: { speech: { state: 'connected' } } },
  });
  await plain.stop();
});
