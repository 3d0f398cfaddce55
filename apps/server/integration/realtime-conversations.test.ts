import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering, defineCallee, ledgerOf, wordsHeard } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { transcriptOf, waitForSummary } from '../testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(8);
});
afterAll(() => desk.stop());

const opening = 'Hello, this is the AI assistant of GS Dental.';
const goodbye = [speak('Wonderful. See you on Tuesday. Goodbye.'), call('end_call', { reason: 'finished' })];

test('a whole conversation: text and audio agree, the summary follows', async () => {
  desk.service.answerWith(
    answering((heard) =>
      /be there/.test(heard) ? goodbye : speak('You have a check-up on Tuesday. Will you be there?'),
    ),
  );
  const number = defineCallee(desk, [
    { wait: 'agent' },
    { say: 'Hello, who is this?' },
    { wait: 'agent' },
    { say: 'Yes, I will be there.' },
  ]);
  const id = await desk.client.placeAccepted(number, { message: 'Remind them of their check-up.' });
  const ended = await desk.client.waitUntilEnded(id);
  expect(transcriptOf(ended)).toEqual([
    `agent: ${opening}`,
    'user: Hello, who is this?',
    'agent: You have a check-up on Tuesday. Will you be there?',
    'user: Yes, I will be there.',
    'agent: Wonderful. See you on Tuesday. Goodbye.',
  ]);
  expect(ended).toMatchObject({ status: 'completed', reason: null, engine: 'realtime' });
  expect(wordsHeard(desk, number)).toBe(
    `${opening} You have a check-up on Tuesday. Will you be there? Wonderful. See you on Tuesday. Goodbye.`,
  );
  expect((await waitForSummary(desk.client, id)).summary).toContain('Yes, I will be there.');
});

test('a long utterance is heard to its end and stored whole', async () => {
  const story =
    'I have had this tooth since I was a child and it never did anything to me but since last Tuesday ' +
    'when I bit on a cherry stone it hurts whenever I drink something cold or warm or sweet so I will be there.';
  desk.service.answerWith(answering(() => goodbye));
  const number = defineCallee(desk, [{ wait: 'agent' }, { say: story }]);
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number));
  expect(transcriptOf(ended)).toEqual([
    `agent: ${opening}`,
    `user: ${story}`,
    'agent: Wonderful. See you on Tuesday. Goodbye.',
  ]);
});

test('what is said just before hanging up is stored, and in the summary', async () => {
  desk.service.answerWith(answering(() => speak('You have a check-up on Tuesday. Will you be there?')));
  const number = defineCallee(desk, [
    { wait: 'agent' },
    { say: 'Hello, who is this?' },
    { wait: 'agent' },
    { say: 'Yes, I will be there.' },
    'hangup',
  ]);
  const id = await desk.client.placeAccepted(number, { message: 'Remind them of their check-up.' });
  await desk.client.waitUntilEnded(id);
  const { summary } = await waitForSummary(desk.client, id);
  expect(summary).toContain('Yes, I will be there.');
  expect(transcriptOf(await desk.client.call(id)).at(-1)).toBe('user: Yes, I will be there.');
});

test('an inbound caller is greeted and answered', async () => {
  desk.service.answerWith(
    answering((heard) => (/Tuesday/.test(heard) ? goodbye : speak('When would you like to come?'))),
  );
  desk.lab.callees.define('calls-in', {
    script: [
      { wait: 'agent' },
      { say: 'I need an appointment.' },
      { wait: 'agent' },
      { say: 'On Tuesday, please.' },
      { silence: 120_000 },
    ],
    patienceMs: 'endless',
  });
  const { sid } = desk.lab.dialIn({ from: '+15005550078', to: '+15005550006', callee: 'calls-in' });
  await desk.lab.ended(sid);
  const listed = (await desk.client.calls()).find(({ from }) => from === '+15005550078');
  const ended = await desk.client.waitUntilEnded(listed?._id ?? '');
  expect(ended).toMatchObject({
    ...{ direction: 'inbound', status: 'completed', reason: null, engine: 'realtime' },
  });
  const [greeting, ...rest] = transcriptOf(ended);
  expect(greeting).toMatch(/^agent: .*AI assistant of GS Dental.*\?$/);
  expect(rest).toEqual([
    'user: I need an appointment.',
    'agent: When would you like to come?',
    'user: On Tuesday, please.',
    'agent: Wonderful. See you on Tuesday. Goodbye.',
  ]);
  expect((await waitForSummary(desk.client, ended._id)).summary).toContain('On Tuesday, please.');
});

test('CT3: the engine is told of the contact once the caller has said the name, and has three tries', async () => {
  const from = '+15005550079';
  const added = await desk.client.request('POST', '/api/contacts', {
    ...{ number: from, name: 'Ada Weber', language: 'de-DE', timeZone: null, consent: [] },
    ...{ notes: 'Owes us money.', agentNotes: 'Prefers the morning.' },
  });
  expect(added.status).toBe(200);
  const names = ['Ben Weber', 'Ada Weber', 'Carl Weber', 'Ada Weber'];
  desk.service.answerWith(
    answering((heard) => {
      if (!/Weber/.test(heard)) return speak('What is your name?');
      const name = names.shift();
      return name === undefined ? goodbye : call('check_name', { name });
    }),
  );
  desk.lab.callees.define('gives-name', {
    script: [
      { wait: 'agent' },
      { say: 'I need an appointment.' },
      { wait: 'agent' },
      { say: 'My name is Weber.' },
      { silence: 120_000 },
    ],
    patienceMs: 'endless',
  });
  const before = desk.service.sessions.length;
  const { sid } = desk.lab.dialIn({ from, to: '+15005550006', callee: 'gives-name' });
  await desk.lab.ended(sid);
  const session = await desk.session(before + 1);
  const { instructions, tools } = session.settings.current;
  expect(instructions).toContain('check_name');
  expect(JSON.stringify(tools)).toContain('check_name');
  expect(`${instructions}${JSON.stringify(tools)}`).not.toMatch(/Ada|de-DE|morning|Owes/);
  const told = session.received.ofType('conversation.item.create').flatMap(({ item }) => {
    const { type, output } = item as { type: string; output?: string };
    return type === 'function_call_output' ? [output ?? ''] : [];
  });
  const nothing = expect.stringContaining('Nothing is noted under this name.');
  expect(told.slice(0, 4)).toEqual([
    nothing,
    expect.stringContaining('Prefers the morning.'),
    nothing,
    nothing,
  ]);
  expect(told[0]).not.toMatch(/Ada|de-DE|morning/);
  expect(told.join()).not.toContain('Owes');
});

test('VS39, VS40, VS41: the message is left once on each machine, screening is answered, a person hears neither', async () => {
  const agents = new AgentRequests(desk.client);
  const agentId = await agents.published('Reminders', opening);
  const message = 'This is a message from an AI assistant. Please call the practice back.';
  const screening = 'This is GS Dental. I am an AI assistant. It is about an appointment.';
  await agents.save(agentId, (config) => {
    config.conversation.voicemail = { action: 'leave-message', message };
    config.conversation.screening = { identity: 'This is GS Dental', purpose: 'It is about an appointment.' };
  });
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
  // An engine that recognises no machine, and talks into every pause.
  desk.service.answerWith(
    answering((heard) =>
      /be there/.test(heard)
        ? goodbye
        : speak('You have an appointment on Tuesday. Will you keep the appointment?'),
    ),
  );
  const machines = ['+15005550103', '+15005550109', '+15005550110', '+15005550111'];
  const [full, person, screener] = ['+15005550111', '+15005550114', '+15005550112'];
  const numbers = [...machines, person, screener];
  const ended = await Promise.all(
    numbers.map(async (number) => {
      const id = await desk.client.placeAccepted(number, { agentId, message: 'Remind them.' });
      await desk.client.waitUntilEnded(id);
      const isMachine = machines.includes(number);
      if (isMachine) await expect.poll(async () => (await desk.client.call(id)).reason).not.toBeNull();
      return desk.client.call(id);
    }),
  );
  expect(ended.map(({ reason }) => reason)).toEqual([
    ...['voicemail_left', 'voicemail_left', 'voicemail_left', 'voicemail'],
    null,
    null,
  ]);
  const recorded = (number: string) =>
    ledgerOf(desk, number).flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
  for (const number of machines.filter((one) => one !== full)) {
    const [tape = '', ...others] = recorded(number);
    // The end of the opening may be on the tape, where it was being said when the greeting ended.
    expect([tape.split(message).length, tape.endsWith(message), others]).toEqual([2, true, []]);
  }
  // Not a part of the message either, and not the sentence before it.
  const partsOfMessage = /message from|call the practice|practice back/i;
  for (const number of [full, person, screener]) {
    const lines = ended.flatMap((call) => (call.to === number ? transcriptOf(call) : []));
    expect(recorded(number)).toEqual([]);
    expect(wordsHeard(desk, number)).not.toMatch(partsOfMessage);
    expect(lines.filter((line) => line.startsWith('agent: ')).join(' ')).not.toMatch(partsOfMessage);
  }
  expect(wordsHeard(desk, screener)).toContain(screening);
  for (const number of [person, screener])
    expect(wordsHeard(desk, number)).toContain('See you on Tuesday. Goodbye.');
});
