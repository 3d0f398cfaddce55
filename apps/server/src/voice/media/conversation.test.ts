import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, cut, speak } from '../../../testing/realtime/plan.ts';
import { RealtimeService } from '../../../testing/realtime/realtime-service.ts';
import { speechMs, wordsIn } from '../../../testing/realtime/speech.ts';
import { MediaConversation } from '../../../testing/voice/media/media-conversation.ts';

let service: RealtimeService;
let talk: MediaConversation;
beforeEach(async () => {
  service = await RealtimeService.start();
});
afterEach(async () => {
  talk.engine.close();
  await service.stop();
});

const greeting = 'Good morning, this is the AI assistant of Elm Street Dental.';
const offer = 'We have a place on Tuesday at ten, or on Thursday at four in the afternoon.';

async function greeted(): Promise<MediaConversation> {
  talk = new MediaConversation(service);
  await talk.answer(1);
  talk.advance(speechMs(greeting));
  expect(wordsIn(talk.carrier.heard())).toBe(greeting);
  return talk;
}

test('a conversation, stored in the order in which it was spoken although texts come late', async () => {
  await greeted();
  service.answers(speak('When would you like to come?'), speak(offer));
  const other = await service.session();
  other.transcripts.hold();
  await talk.callerSays('I need an appointment.');
  await talk.silence(600);
  await talk.answer(2);
  talk.advance(speechMs('When would you like to come?'));
  await talk.callerSays('Next week.');
  await talk.silence(600);
  await talk.answer(3);
  for (const itemId of other.transcripts.open.toReversed()) other.transcripts.complete(itemId);
  await talk.heard.log.untilCount('engine.userText', 2);
  talk.advance(speechMs(offer));
  expect(talk.transcript()).toEqual([
    `agent: ${greeting}`,
    'user: I need an appointment.',
    'agent: When would you like to come?',
    'user: Next week.',
    `agent: ${offer}`,
  ]);
  expect(talk.engine.counts().framesDropped).toBe(0);
  expect(other.sent.ofType('error')).toEqual([]);
});

test.each([500, 1_500, 2_345])('an interruption after %i ms is cut where it was heard', async (ms) => {
  await greeted();
  service.answers(speak(offer), speak('Go on, please.'));
  await talk.callerSays('When can I come?');
  await talk.silence(600);
  const item = await talk.answer(2);
  talk.advance(ms);
  await talk.callerSays('Wait, I have a question.');
  await talk.silence(600);
  await talk.answer(3);
  talk.advance(speechMs('Go on, please.'));

  const heard = talk.carrier.heard().subarray(speechMs(greeting) * 8);
  const heardMs = heard.length / 8 - speechMs('Go on, please.');
  const truncated = talk.effectsOf('truncate').find(({ itemId }) => itemId === item);
  expect(Math.abs((truncated?.ms ?? -1) - heardMs)).toBeLessThanOrEqual(20);
  const cutAt = wordsIn(heard.subarray(0, heardMs * 8));
  const stored = talk.transcript().at(-3) ?? '';
  expect(stored).toMatch(/^agent: .*\*$/);
  const words = stored.slice('agent: '.length, -1);
  // Only whole words are stored, and only such as were heard.
  expect(cutAt.startsWith(words)).toBe(true);
  expect(cutAt.length - words.length).toBeLessThan(12);
  const other = await service.session();
  expect(other.history().some((line) => line === `assistant: [${Math.floor(truncated?.ms ?? -1)} ms]`)).toBe(
    true,
  );
  expect(other.sent.ofType('error')).toEqual([]);
});

test('the goodbye is played before the call ends', async () => {
  await greeted();
  service.answers([speak('Thank you for calling. Goodbye.'), call('end_call', { reason: 'finished' })]);
  await talk.callerSays('That is all, thanks.');
  await talk.silence(600);
  await talk.answer(2);
  const left = talk.carrier.queuedMs;
  expect(left).toBeGreaterThan(1_000);
  talk.advance(left - 1);
  expect(talk.effectsOf('end')).toEqual([]);
  talk.advance(1);
  expect(talk.effectsOf('end')).toHaveLength(1);
  expect(wordsIn(talk.carrier.heard())).toMatch(/Thank you for calling\. Goodbye\.$/);
});

test.each([0, 20, 400, 1_400, 3_000, 60_000])(
  'a hang-up %i ms into an answer stores what was heard',
  async (ms) => {
    await greeted();
    service.answers(speak(offer));
    await talk.callerSays('When can I come?');
    await talk.silence(600);
    await talk.answer(2);
    await talk.heard.until('engine.userText');
    talk.advance(Math.min(ms, speechMs(offer)));
    talk.send({ type: 'carrier.stopped', how: 'hung_up' });
    const cutAt = wordsIn(talk.carrier.heard().subarray(speechMs(greeting) * 8));
    const stored = talk.transcript();
    expect(stored.slice(0, 2)).toEqual([`agent: ${greeting}`, 'user: When can I come?']);
    const words = (stored[2] ?? 'agent: ').slice('agent: '.length).replace('*', '');
    expect(offer.startsWith(words)).toBe(true);
    expect(cutAt.startsWith(words)).toBe(true);
    expect(stored.length).toBeLessThanOrEqual(3);
    talk.engine.close();
    talk.clock.advance(120_000);
    expect(talk.clock.pendingTimers).toBe(0);
  },
);

test('what the caller says before the engine is there is heard and answered', async () => {
  service.holdHandshakes();
  service.answerWith(({ heard, cause }) => speak(cause === 'heard' ? `You said: ${heard}` : 'Good morning.'));
  talk = new MediaConversation(service, { opening: '' });
  await service.untilPendingHandshakes();
  await talk.callerSays('Hello, is this the dentist?');
  service.acceptHandshakes();
  await talk.silence(600);
  const item = await talk.answer(1);
  expect(talk.heard.words(item)).toBe('You said: Hello, is this the dentist?');
});

test('a new session takes over in the middle of a sentence', async () => {
  await greeted();
  service.answers(
    [speak('We have a place on Tuesday at ten'), cut],
    speak('On Tuesday at ten, does that suit you?'),
  );
  await talk.callerSays('When can I come?');
  await talk.silence(600);
  const loss = await talk.heard.loss;
  expect(loss).toMatchObject({ kind: 'cut', retryable: true });
  expect(loss.openItems).toHaveLength(1);
  talk.reconnect(loss);
  const other = await service.session(2);
  await other.sent.until('response.done');
  expect(other.history()[0]).toBe(`assistant: ${greeting}`);
  expect(other.history()).toContain('user: When can I come?');
  expect(other.history().at(-1)).toBe('assistant: On Tuesday at ten, does that suit you?');
});
