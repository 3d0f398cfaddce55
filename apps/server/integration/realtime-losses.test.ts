import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering, defineCallee, wordsHeard } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(6);
});
afterEach(() => desk.service.acceptHandshakes());
afterAll(() => desk.stop());

const opening = 'Hello, this is the AI assistant of GS Dental.';
const goodbye = [speak('Thank you. Goodbye.'), call('end_call', { reason: 'finished' })];
const newSession = async () => desk.session(desk.service.sessions.length + 1);

test('an engine that is lost in the middle of a sentence is replaced, and knows what was said', async () => {
  const coming = newSession();
  desk.service.answerWith(
    answering((heard) => (/Tuesday/.test(heard) ? goodbye : speak('Is Tuesday at ten fine?'))),
  );
  const number = defineCallee(desk, [
    { wait: 'agent' },
    { say: 'I need an appointment.' },
    { wait: { phrase: 'ten fine' } },
    { say: 'Tuesday is fine.' },
  ]);
  desk.service.answers(
    speak(opening),
    speak('We have many places on Monday and Tuesday.', { holdAfterMs: 1_000 }),
  );
  const id = await desk.client.placeAccepted(number);
  const first = await coming;
  await first.sent.untilCount('response.created', 2);
  const { response } = first.sent.ofType('response.created')[1] as unknown as { response: { id: string } };
  await first.sent.until('response.output_audio.delta', ({ response_id }) => response_id === response.id);
  await first.sent.until('conversation.item.input_audio_transcription.completed');
  const next = newSession();
  first.close(1011);
  const second = await next;
  const ended = await desk.client.waitUntilEnded(id);
  expect(second.history().slice(0, 2)).toEqual([`assistant: ${opening}`, 'user: I need an appointment.']);
  const lines = transcriptOf(ended);
  expect(lines.slice(0, 2)).toEqual([`agent: ${opening}`, 'user: I need an appointment.']);
  expect(lines.slice(-3)).toEqual([
    'agent: Is Tuesday at ten fine?',
    'user: Tuesday is fine.',
    'agent: Thank you. Goodbye.',
  ]);
  expect(lines.join(' ')).not.toContain('let me say that again');
  expect(ended).toMatchObject({ status: 'completed', reason: null });
});

test('an engine that is lost for good: the carrier apologises, and the call has the reason', async () => {
  const coming = newSession();
  desk.service.answerWith(answering(() => speak('We have many places on Monday.', { holdAfterMs: 600 })));
  const number = defineCallee(desk, [{ wait: 'agent' }, { say: 'When can I come?' }, { silence: 60_000 }]);
  const id = await desk.client.placeAccepted(number);
  const session = await coming;
  await session.sent.untilCount('response.created', 2);
  await session.sent.until('conversation.item.input_audio_transcription.completed');
  desk.service.refuseHandshakes(401);
  session.close(1011);
  const ended = await desk.client.waitUntilEnded(id, { because: 'agent_failed' });
  expect(ended).toMatchObject({ status: 'completed', reason: 'agent_failed' });
  expect(wordsHeard(desk, number)).toContain('something went wrong on our side');
  expect(transcriptOf(ended)).toContain('user: When can I come?');
});

test('an engine that never connects: the apology is played all the same', async () => {
  desk.service.refuseHandshakes(401);
  const number = defineCallee(desk, [{ silence: 60_000 }]);
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number), {
    because: 'agent_failed',
  });
  expect(ended).toMatchObject({ status: 'completed', reason: 'agent_failed' });
  expect(wordsHeard(desk, number)).toContain('something went wrong on our side');
});

test('what the caller says while the engine connects is kept, and the opening is said first', async () => {
  desk.service.holdHandshakes();
  desk.service.answerWith(answering(() => goodbye));
  const number = defineCallee(desk, [
    { wait: 4_000 },
    { say: 'Hello, this is Robin speaking.' },
    { wait: 'agent' },
    { say: 'Yes?' },
  ]);
  const id = await desk.client.placeAccepted(number);
  await desk.service.untilPendingHandshakes();
  await desk.lab.waitFor((entry) => entry.kind === 'said' && entry.text.includes('Robin'));
  desk.service.acceptHandshakes();
  const ended = await desk.client.waitUntilEnded(id);
  expect(transcriptOf(ended)).toContain('user: Hello, this is Robin speaking.');
  expect(wordsHeard(desk, number)).toMatch(/^Hello, this is the AI assistant of GS Dental\..*Goodbye\.$/);
});

const apology = 'I am sorry, we were cut off for a moment.';

test('CL28: a broken socket is resumed on another stream, and the engine goes on with what was said', async () => {
  desk.service.answerWith(
    answering((heard) => {
      if (/Tuesday/.test(heard)) return goodbye;
      return /come/.test(heard) ? speak('You can come on many days of the week.') : speak('Is Tuesday fine?');
    }),
  );
  const number = defineCallee(desk, [
    { wait: 'agent' },
    { say: 'When can I come?' },
    { wait: { phrase: 'Tuesday fine' } },
    { say: 'Tuesday is fine.' },
  ]);
  desk.lab.faults.set({ cutWebsocket: { times: 1, ms: 2_500, to: number } });
  const next = newSession().then(() => newSession());
  const id = await desk.client.placeAccepted(number);
  const second = await next;
  const ended = await desk.client.waitUntilEnded(id);
  desk.lab.faults.clear();
  expect(second.history().slice(0, 2)).toEqual([`assistant: ${opening}`, 'user: When can I come?']);
  const lines = transcriptOf(ended);
  const cut = lines.indexOf('system: The line dropped during the conversation.');
  expect(lines.slice(0, 2)).toEqual([`agent: ${opening}`, 'user: When can I come?']);
  expect(lines.slice(cut + 1)).toEqual([
    `agent: ${apology}`,
    'agent: Is Tuesday fine?',
    'user: Tuesday is fine.',
    'agent: Thank you. Goodbye.',
  ]);
  expect(ended).toMatchObject({ status: 'completed', reason: null });
  expect(wordsHeard(desk, number)).toMatch(/we were cut off for a moment\.\s*Is Tuesday fine\?/);
});

test('CL28: a resumed stream that breaks again at once ends the call as line_dropped, with a goodbye', async () => {
  desk.service.answerWith(answering(() => speak('Let me think about that for a while.')));
  const number = defineCallee(desk, [{ wait: 'agent' }, { say: 'When can I come?' }, { silence: 60_000 }]);
  desk.lab.faults.set({ cutWebsocket: { probability: 1, ms: 1_500, to: number } });
  const ended = await desk.client.waitUntilEnded(await desk.client.placeAccepted(number), {
    because: 'line_dropped',
  });
  desk.lab.faults.clear();
  expect(ended).toMatchObject({ status: 'completed', reason: 'line_dropped' });
  // Whether they get a word in before the second cut depends on the machine; then it is resumed once more or twice.
  const cuts = transcriptOf(ended).filter((line) => line.includes('The line dropped')).length;
  expect(cuts).toBeGreaterThanOrEqual(2);
  expect(cuts).toBeLessThanOrEqual(4);
  expect(wordsHeard(desk, number)).toContain('we were cut off. Somebody will get back to you.');
});
