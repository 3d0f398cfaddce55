import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RealtimeHarness } from '../../../testing/openai-realtime/realtime-harness.ts';
import { call, speak, stall } from '../../../testing/realtime/plan.ts';
import { speechMs } from '../../../testing/realtime/speech.ts';

let harness: RealtimeHarness;
beforeEach(async () => {
  harness = await RealtimeHarness.start();
});
afterEach(() => harness.stop());

const sentence = 'We have a place on Tuesday at ten, or on Thursday at four.';

/** What is not for the service's ears. */
const codes = (errors: readonly { readonly [field: string]: unknown }[]) =>
  errors.map(({ error }) => (error as { code: string }).code);

describe('truncate', () => {
  test('truncates a complete response where it was heard', async () => {
    const { session, heard, other } = await harness.listening();
    session.say('item-1', sentence);
    await heard.until('engine.done');
    session.truncate('item-1', 1_234.5);
    await other.sent.until('conversation.item.truncated');
    expect(other.history()).toEqual(['assistant: [1234 ms]']);
    expect(other.received.ofType('response.cancel')).toEqual([]);
  });

  test('cancels an active response, and nothing more of it is reported', async () => {
    harness.service.answers(speak(sentence, { holdAfterMs: 1_000 }), speak('Sorry, go on.'));
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.log.untilCount('engine.audio', 5);
    const said = other.callerStarts('Wait.');
    await heard.until('engine.speechStarted', ({ itemId }) => itemId === said);
    session.truncate('item-1', 620);
    // Late sound is on its way when the cut is made.
    other.release();
    session.cancel('item-1');
    await other.sent.until('conversation.item.truncated');
    other.callerStops();
    const { itemId } = await heard.until('engine.done');
    expect(heard.words(itemId)).toBe('Sorry, go on.');
    expect(heard.ms('item-1')).toBe(1_000);
    expect(heard.ofType('engine.done').map((event) => event.itemId)).toEqual([itemId]);
    expect(other.history()).toEqual(['assistant: [620 ms]', 'user: Wait.', 'assistant: Sorry, go on.']);
    expect(other.sent.ofType('error')).toEqual([]);
  });

  test.each([
    ['more than there is', 99_999],
    ['exactly all', speechMs(sentence)],
  ])('%s cuts nothing', async (_what, ms) => {
    const { session, heard, other } = await harness.listening();
    session.say('item-1', sentence);
    await heard.until('engine.done');
    session.truncate('item-1', ms);
    session.say('item-2', 'Yes.');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(other.history()).toEqual([`assistant: ${sentence}`, 'assistant: Yes.']);
    expect(other.sent.ofType('error')).toEqual([]);
  });

  test('an answer of two messages is cut in the one that was being heard', async () => {
    harness.service.answers([speak('Let me see.'), speak('There is a place on Friday.')]);
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.done');
    session.truncate('item-1', speechMs('Let me see.') + 300);
    await other.sent.until('conversation.item.truncated');
    expect(other.history()).toEqual(['assistant: Let me see.', 'assistant: [300 ms]']);
  });

  test('an unknown item is ignored', async () => {
    const { session, heard, other } = await harness.listening();
    session.truncate('item-7', 100);
    session.cancel('item-7');
    session.toolResult('item-7', { status: 'done', detail: 'x' });
    session.say('item-8', 'Hello.');
    await heard.until('engine.done');
    expect(other.requests()).toEqual(['session.update', 'response.create']);
  });
});

describe('cancel', () => {
  test('a response that is not active is not cancelled', async () => {
    const { session, heard, other } = await harness.listening();
    session.say('item-1', 'Hello.');
    await heard.until('engine.done');
    session.cancel('item-1');
    session.cancel('item-1');
    session.say('item-2', 'Goodbye.');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(other.received.ofType('response.cancel')).toEqual([]);
  });

  test('an answer that was asked for and has not begun is stopped when it begins', async () => {
    harness.service.answers(speak(sentence, { holdAfterMs: 200 }));
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    session.cancel('item-1');
    session.say('item-2', 'Goodbye.');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(heard.log.entries.filter((event) => event.itemId === 'item-1')).toEqual([]);
    expect(other.history()).toEqual(['assistant: Goodbye.']);
    expect(codes(other.sent.ofType('error'))).toEqual([]);
  });

  test('an answer of the service that nobody has heard of yet is stopped under any name', async () => {
    harness.service.answers(stall, speak('Yes?'));
    const { session, heard, other } = await harness.listening();
    other.callerSays('Hello?');
    await heard.until('engine.userText');
    session.cancel('item-1');
    await other.received.until('response.cancel');
    other.callerSays('Are you there?');
    const { itemId } = await heard.until('engine.done');
    expect(heard.words(itemId)).toBe('Yes?');
  });

  test('one that has been heard of is not stopped under a wrong name', async () => {
    harness.service.answers(speak(sentence, { holdAfterMs: 400 }));
    const { session, heard, other } = await harness.listening();
    other.callerSays('When can I come?');
    await heard.log.untilCount('engine.audio', 2);
    session.cancel('item-1');
    other.release();
    const { itemId } = await heard.until('engine.done');
    expect(heard.words(itemId)).toBe(sentence);
  });

  test('a cancel that crosses the end is ignored', async () => {
    harness.service.answers(speak('Yes.', { holdAfterMs: 100 }), speak('Go on.'));
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.audio');
    // It ends by itself in the same moment.
    other.release();
    await other.sent.until('response.done');
    session.cancel('item-1');
    const refusal = await other.sent.until('error');
    expect(refusal.error).toMatchObject({ code: 'response_cancel_not_active' });
    session.respond('item-2', []);
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(heard.words('item-2')).toBe('Go on.');
    expect(harness.warnings).toEqual([]);
  });

  test('a call made by an answer that was dropped is not carried out, and the model knows', async () => {
    harness.service.answers([
      speak('Goodbye.', { holdAfterMs: 200 }),
      call('end_call', { reason: 'finished' }),
    ]);
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.audio');
    // The whole answer leaves before the cancel can arrive.
    other.release();
    await other.sent.until('response.done');
    session.cancel('item-1');
    const result = await other.received.until('conversation.item.create');
    expect(result.item).toMatchObject({ output: expect.stringContaining('interrupted') });
    expect(heard.ofType('engine.toolCall')).toEqual([]);
  });
});
