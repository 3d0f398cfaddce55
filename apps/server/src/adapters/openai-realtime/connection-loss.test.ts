import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RealtimeHarness } from '../../../testing/openai-realtime/realtime-harness.ts';
import { cut, speak, stall } from '../../../testing/realtime/plan.ts';
import { invalid } from '../../../testing/realtime/wire-error.ts';

let harness: RealtimeHarness;
beforeEach(async () => {
  harness = await RealtimeHarness.start();
});
afterEach(() => harness.stop());

describe('lost', () => {
  test('in the middle of a sentence: reported once with the open items, and no event follows', async () => {
    harness.service.answers([speak('We have a place on'), cut]);
    const { session, heard } = await harness.listening();
    session.respond('item-1', []);
    expect(await heard.loss).toEqual({
      ...{ kind: 'cut', retryable: true, openItems: ['item-1'], detail: 'close_1006' },
    });
    const told = heard.log.entries.length;
    session.appendAudio('AAAA');
    session.say('item-2', 'Hello?');
    session.truncate('item-1', 0);
    session.close();
    harness.clock.advance(60_000);
    expect(heard.log.entries.length).toBe(told);
    expect(heard.losses.length).toBe(1);
    expect(harness.clock.pendingTimers).toBe(0);
  });

  test('after sixty minutes, so that another session can take over', async () => {
    const { heard, other } = await harness.listening();
    other.expire();
    expect(await heard.loss).toMatchObject({ kind: 'cut', retryable: true, detail: 'session_expired' });
  });

  test.each([
    [1000, '', 'cut', true],
    [1011, '', 'cut', true],
    [4000, 'invalid_request_error.something', 'refused', false],
  ])('when the service closes with %i %s', async (code, reason, kind, retryable) => {
    const { heard, other } = await harness.listening();
    other.close(code, reason);
    expect(await heard.loss).toMatchObject({ kind, retryable, openItems: [] });
  });

  test('when it sends an endless event, which is not buffered', async () => {
    const { heard, other } = await harness.listening();
    other.send({ type: 'rate_limits.updated', padding: 'a'.repeat(2 * 1024 * 1024) });
    expect(await heard.loss).toMatchObject({ kind: 'cut', retryable: true });
  });

  test('when a ping is not answered', async () => {
    const { heard, other } = await harness.listening();
    other.pauseReading();
    harness.clock.advance(10_000);
    expect(heard.losses).toEqual([]);
    harness.clock.advance(10_000);
    expect(await heard.loss).toMatchObject({ kind: 'cut', retryable: true, detail: 'ping_timeout' });
  });

  test('when an answer that was cancelled does not end', async () => {
    harness.service.answers(speak('One moment.', { holdAfterMs: 200 }));
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.audio');
    other.pauseReading();
    session.say('item-2', 'Hello?');
    harness.clock.advance(3_000);
    expect(await heard.loss).toMatchObject({ kind: 'cut', retryable: true, openItems: ['item-2'] });
  });
});

test('it stays connected while pings are answered', async () => {
  const { session, heard } = await harness.listening();
  for (let minute = 0; minute < 5; minute += 1) {
    session.say(`item-${minute}`, 'Yes.');
    await heard.until('engine.done', ({ itemId }) => itemId === `item-${minute}`);
    harness.clock.advance(10_000);
  }
  expect(heard.losses).toEqual([]);
});

test('a rejected request is logged by its code alone, and the session goes on', async () => {
  const { session, heard, other } = await harness.listening();
  other.fail(invalid('invalid_value', 'The caller said: my number is 555 0100.', 'item_id'));
  session.say('item-1', 'Yes.');
  await heard.until('engine.done');
  expect(harness.warnings).toEqual([
    { type: 'invalid_request_error', code: 'invalid_value', param: 'item_id', fatal: false },
  ]);
});

test('audio is dropped when the network is behind; nothing else is', async () => {
  harness.service.answers(stall);
  const { session, heard, other } = await harness.listening();
  other.pauseReading();
  const frame = 'A'.repeat(256 * 1024);
  // More than any network buffer takes.
  for (let count = 0; count < 200; count += 1) session.appendAudio(frame);
  expect(session.counts().framesDropped).toBeGreaterThan(0);
  session.respond('item-1', []);
  session.say('item-2', 'Can you hear me?');
  const { framesSent } = session.counts();
  other.resumeReading();
  await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
  expect(other.received.ofType('input_audio_buffer.append').length).toBe(framesSent);
  expect(heard.words('item-2')).toBe('Can you hear me?');
});

test('closing does the closing handshake and leaves no timer', async () => {
  const { session, heard, other } = await harness.listening();
  session.say('item-1', 'Yes.');
  await heard.until('engine.done');
  const told = heard.log.entries.length;
  session.close();
  session.close();
  await expect(other.received.until('never')).rejects.toThrow('the session is closed');
  harness.clock.advance(60_000);
  expect(harness.clock.pendingTimers).toBe(0);
  expect(heard.losses).toEqual([]);
  expect(heard.log.entries.length).toBe(told);
});
