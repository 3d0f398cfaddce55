import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { call, speak } from '../../../testing/realtime/plan.ts';
import { RealtimeService } from '../../../testing/realtime/realtime-service.ts';
import { speechMs, wordsIn } from '../../../testing/realtime/speech.ts';
import { MediaHarness } from '../../../testing/voice/media/media-harness.ts';
import { settled } from '../../../testing/voice/relay/relay-harness.ts';

const greeting = 'Hello, this is an AI assistant.';
const brief = { ...exampleBrief, greeting, canTransfer: true };

let service: RealtimeService;
beforeEach(async () => {
  service = await RealtimeService.start();
});
afterEach(() => service.stop());

/** A call on which the greeting was heard. */
async function greeted(): Promise<MediaHarness> {
  const desk = new MediaHarness(brief, service);
  await (await service.session()).sent.until('response.done');
  await expect.poll(() => desk.socket.carrier.queuedMs).toBe(speechMs(brief.greeting));
  desk.advance(speechMs(brief.greeting));
  await settled();
  expect(desk.transcripts.transcript()).toEqual([`agent: ${brief.greeting}`]);
  return desk;
}

/** Until the carrier has got all of this, played or not: what the service has sent is still on its way. */
async function untilAtCarrier({ socket: { carrier } }: MediaHarness, ...texts: string[]): Promise<void> {
  const ms = texts.reduce((sum, text) => sum + speechMs(text), 0);
  await expect.poll(() => carrier.heardMs + carrier.queuedMs).toBe(ms);
}

test('an engine lost in the middle of a sentence is replaced and shown what was said', async () => {
  const desk = await greeted();
  const first = await service.session();
  service.answers(
    speak('We have a place on Tuesday at ten.', { holdAfterMs: 800 }),
    speak('On Tuesday at ten.'),
  );
  await desk.callerSays('When can I come?');
  await expect.poll(() => desk.socket.carrier.queuedMs).toBeGreaterThan(0);
  desk.advance(500);
  first.close(1011);
  const second = await service.session(2);
  await second.sent.until('response.done');
  // What was left of the first sentence is cleared.
  await expect.poll(() => desk.socket.carrier.queuedMs).toBe(speechMs('On Tuesday at ten.'));
  desk.advance(speechMs('On Tuesday at ten.'));
  expect(second.history().slice(0, 2)).toEqual([`assistant: ${brief.greeting}`, 'user: When can I come?']);
  await expect.poll(() => desk.transcripts.transcript().at(-1)).toBe('agent: On Tuesday at ten.');
  expect(wordsIn(desk.socket.carrier.heard())).toMatch(/On Tuesday at ten\.$/);
  desk.socket.receive({ event: 'stop', stop: {} });
  await desk.session.done;
  expect(desk.reasons).toEqual([]);
  await expect.poll(() => desk.clock.pendingTimers).toBe(0);
});

test('audio in small pieces is sent at once, and is cut where it was heard, not at the mark before', async () => {
  const desk = await greeted();
  const answer = 'We have a place on Tuesday at ten in the morning.';
  service.answers(speak(answer, { deltaMs: 20, holdAfterMs: 1_880 }));
  await desk.callerSays('When can I come?');
  const { carrier } = desk.socket;
  const greetingMs = speechMs(brief.greeting);
  await expect.poll(() => carrier.heardMs + carrier.queuedMs).toBe(greetingMs + 1_880);
  desk.advance(greetingMs + 1_850 - carrier.heardMs);
  desk.session.send({ type: 'control.hangup' });
  const cut = await (await service.session()).sent.until('conversation.item.truncated');
  expect(cut).toMatchObject({ audio_end_ms: 1_850 });
  expect(answer).toContain(
    desk.transcripts
      .transcript()
      .find((line) => /We have/.test(line))
      ?.slice(7, -1),
  );
});

test('an engine lost for good leaves the apology to the carrier: it is asked before the session counts as finished', async () => {
  const desk = await greeted();
  service.refuseHandshakes(401);
  (await service.session()).close(1011);
  await expect.poll(() => desk.socket.closedWith).toBe(1000);
  expect(desk.reasons).toEqual(['agent_failed']);
  expect(desk.actions).not.toContain('finish');
  await settled();
  desk.clock.advance(3_000);
  await desk.session.done;
});

test('a goodbye that was sent completely is played to its end, also when the engine is lost', async () => {
  const desk = await greeted();
  service.answers([speak('Thank you. Goodbye.'), call('end_call', { reason: 'finished' })]);
  await desk.callerSays('That is all.');
  await (await service.session()).sent.untilCount('response.done', 2);
  await settled();
  service.refuseHandshakes(401);
  (await service.session()).close(1011);
  await expect
    .poll(() => desk.log.lines.some(({ message }) => /speech engine lost/.test(message)))
    .toBe(true);
  desk.advance(speechMs('Thank you. Goodbye.'));
  await expect.poll(() => desk.socket.closedWith).toBe(1000);
  await desk.session.done;
  expect(desk.transcripts.transcript().at(-1)).toBe('agent: Thank you. Goodbye.');
  expect(desk.reasons).toEqual([]);
  expect(desk.actions).toContain('finish');
});

test('a transfer redirects the live call once it was announced', async () => {
  const desk = await greeted();
  service.answers([speak('I am connecting you.'), call('transfer_call', { reason: 'a person' })]);
  await desk.callerSays('A person, please.');
  await (await service.session()).sent.untilCount('response.done', 2);
  await untilAtCarrier(desk, greeting, 'I am connecting you.');
  await settled();
  expect(desk.actions).toEqual([]);
  desk.advance(speechMs('I am connecting you.'));
  await expect.poll(() => desk.actions).toEqual(['transfer']);
  desk.socket.receive({ event: 'stop', stop: {} });
  await desk.session.done;
  expect(desk.reasons).toEqual(['transferred']);
});

test('a transfer that the carrier refuses is reported to both sides, and the conversation goes on', async () => {
  const desk = await greeted();
  desk.transferable = false;
  const apology = 'I am sorry, I could not connect you. Is there anything else I can do for you?';
  service.answers(
    [speak('I am connecting you.'), call('transfer_call', { reason: 'a person' })],
    speak(apology),
    speak('We will.'),
  );
  await desk.callerSays('A person, please.');
  const other = await service.session();
  await other.sent.untilCount('response.done', 2);
  await untilAtCarrier(desk, greeting, 'I am connecting you.');
  desk.advance(speechMs('I am connecting you.'));
  await other.sent.untilCount('response.done', 3);
  await untilAtCarrier(desk, greeting, 'I am connecting you.', apology);
  desk.advance(speechMs(apology));
  await expect.poll(() => desk.transcripts.transcript()).toContain(`agent: ${apology}`);
  await desk.callerSays('Then call me back.');
  await other.sent.untilCount('response.done', 4);
  await untilAtCarrier(desk, greeting, 'I am connecting you.', apology, 'We will.');
  desk.advance(speechMs('We will.'));
  await expect
    .poll(() => desk.transcripts.transcript())
    .toEqual([
      `agent: ${brief.greeting}`,
      'user: A person, please.',
      'agent: I am connecting you.',
      'system: The call could not be transferred.',
      `agent: ${apology}`,
      'user: Then call me back.',
      'agent: We will.',
    ]);
  expect(desk.socket.closedWith).toBeNull();
  desk.socket.receive({ event: 'stop', stop: {} });
  await desk.session.done;
  expect(desk.reasons).toEqual([]);
  expect(desk.actions).toEqual(['transfer']);
});

test('after sixty minutes another engine session continues the conversation', async () => {
  const desk = await greeted();
  (await service.session()).expire();
  const second = await service.session(2);
  service.answers(speak('Yes, I am.'));
  await desk.callerSays('Are you there?');
  await second.sent.until('response.done');
  await untilAtCarrier(desk, greeting, 'Yes, I am.');
  desk.advance(speechMs('Yes, I am.'));
  await expect
    .poll(() => desk.transcripts.transcript().slice(-2))
    .toEqual(['user: Are you there?', 'agent: Yes, I am.']);
  desk.socket.receive({ event: 'stop', stop: {} });
  await desk.session.done;
});

test('speech while the engine connects is answered after the opening', async () => {
  service.holdHandshakes();
  const desk = new MediaHarness(brief, service);
  await service.untilPendingHandshakes();
  await desk.callerSays('This is Robin.');
  service.answerWith(({ cause }) => speak(cause === 'asked' ? brief.greeting : 'Good morning.'));
  service.acceptHandshakes();
  const other = await service.session();
  await other.sent.until('conversation.item.input_audio_transcription.completed');
  await other.sent.until('response.done');
  await expect.poll(() => desk.socket.carrier.queuedMs).toBeGreaterThanOrEqual(speechMs(greeting));
  desk.advance(speechMs(brief.greeting));
  expect(wordsIn(desk.socket.carrier.heard())).toMatch(/^Hello, this is an AI assistant\./);
  await expect.poll(() => desk.transcripts.transcript()).toContain('user: This is Robin.');
  desk.socket.receive({ event: 'stop', stop: {} });
  await desk.session.done;
});
