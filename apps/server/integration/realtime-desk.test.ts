import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, speak } from '../src/testing/realtime/plan.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../src/testing/realtime-desk.ts';
import { answering, changeAgents, person, wordsHeard } from '../src/testing/realtime-people.ts';
import { openVoiceDesk, script } from '../src/testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(8);
});
afterAll(() => desk.stop());

const opening = 'Hello, this is the AI assistant of GS Dental.';

test('whoever wants no more calls is promised so and gets none', async () => {
  desk.service.answerWith(
    answering(() => [
      speak('I will not call you again. Goodbye.'),
      call('do_not_call', {}),
      call('end_call', { reason: 'declined' }),
    ]),
  );
  const number = person(desk, [{ wait: 'agent' }, { say: 'Never call me again.' }]);
  const before = desk.service.sessions.length;
  const ended = await desk.kit.ended(await desk.kit.placed(number));
  expect(ended).toMatchObject({ status: 'completed', reason: 'do_not_call' });
  expect(wordsHeard(desk, number)).toBe(`${opening} I will not call you again. Goodbye.`);
  expect(await desk.kit.place(number)).toMatchObject({ status: 409, body: { code: 'do_not_call' } });
  const session = await desk.session(before + 1);
  const results = session.received
    .of('conversation.item.create')
    .filter(({ item }) => (item as { type: string }).type === 'function_call_output');
  expect(results).toHaveLength(2);
});

test('a person takes over: the live call is redirected', async () => {
  await changeAgents(desk, "transfer_number = '+15005550010'");
  desk.service.answerWith(
    answering(() => [speak('I am connecting you.'), call('transfer_call', { reason: 'wants a person' })]),
  );
  const number = person(desk, [{ wait: 'agent' }, { say: 'A person, please.' }, { wait: 4_000 }, 'hangup']);
  const ended = await desk.kit.ended(await desk.kit.placed(number));
  await changeAgents(desk, 'transfer_number = null');
  expect(ended).toMatchObject({ status: 'completed', reason: 'transferred' });
  expect(wordsHeard(desk, number)).toContain('I am connecting you.');
  expect(script(ended)).toContain('agent: I am connecting you.');
});

test('silence: asked once, then a goodbye that is heard', async () => {
  desk.service.answerWith(answering(() => speak('Yes?')));
  const number = person(desk, [{ silence: 120_000 }]);
  const ended = await desk.kit.ended(await desk.kit.placed(number));
  expect(ended).toMatchObject({ status: 'completed', reason: 'silence', summaryState: 'none' });
  const lines = [
    opening,
    'Hello, are you still there?',
    'I cannot hear anybody, so I will hang up now. Goodbye.',
  ];
  expect(script(ended)).toEqual(lines.map((line) => `agent: ${line}`));
  expect(wordsHeard(desk, number)).toBe(lines.join(' '));
});

test('a machine hears nothing more once it is known to be one', async () => {
  const ended = await desk.kit.ended(await desk.kit.placed('+15005550103'));
  expect(ended).toMatchObject({ status: 'completed', reason: 'voicemail' });
});

test.each([1, 4, 7])('somebody hangs up after %i words', async (words) => {
  const number = person(desk, [{ wait: { words } }, 'hangup']);
  const id = await desk.kit.placed(number);
  expect(await desk.kit.ended(id)).toMatchObject({ status: 'completed', reason: null });
  await expect
    .poll(async () => (await desk.kit.call(id)).transcript[0]?.interrupted, { timeout: 10_000 })
    .toBe(true);
  const heard = (await desk.kit.call(id)).transcript[0]?.message ?? 'nothing';
  expect(opening.startsWith(heard)).toBe(true);
  expect(heard).not.toBe(opening);
});

test('a call that is ended from the desk keeps what was heard', async () => {
  desk.service.answerWith(answering(() => speak('There is a lot to say about this. '.repeat(10))));
  const number = person(desk, [{ wait: 'agent' }, { say: 'Tell me.' }, { silence: 60_000 }]);
  const id = await desk.kit.placed(number);
  await expect
    .poll(async () => (await desk.kit.call(id)).transcript.length, { timeout: 15_000 })
    .toBeGreaterThan(2);
  expect((await desk.kit.end(id)).body.call).toMatchObject({ status: 'completed', reason: 'ended_by_user' });
  await expect.poll(async () => script(await desk.kit.call(id)).at(-1)).toBe('system: Ended from the desk.');
});

test('without a service, an agent that needs one cannot be placed', async () => {
  const plain = await openVoiceDesk({}, { LLM_PROVIDER: 'rehearsal' });
  await changeAgents({ ...desk, ...plain }, "engine = 'realtime'");
  expect(await plain.kit.place('+15005550010')).toMatchObject({ body: { code: 'no_model' } });
  await plain.stop();
});
