import { describe, expect, test } from 'vitest';
import { readRealtimeEvent } from './realtime-events.ts';

const delta = (more: Record<string, unknown> = {}) => ({
  type: 'response.output_audio.delta',
  event_id: 'event_1',
  response_id: 'resp_1',
  item_id: 'item_1',
  output_index: 0,
  content_index: 1,
  delta: '//8=',
  ...more,
});

const audio = { type: 'audio', responseId: 'resp_1', itemId: 'item_1', contentIndex: 1, payload: '//8=' };

describe('audio is read the same by matching and by parsing', () => {
  test.each([
    ['as the service writes it', JSON.stringify(delta())],
    ['in another order', JSON.stringify(Object.fromEntries(Object.entries(delta()).reverse()))],
    ['with more than is known', JSON.stringify(delta({ obfuscation: 'x' }))],
    ['with space in it', JSON.stringify(delta(), null, 1)],
  ])('%s', (_, json) => {
    expect(readRealtimeEvent(json)).toEqual(audio);
  });

  test('however long it is', () => {
    const payload = 'A'.repeat(400_000);
    expect(readRealtimeEvent(JSON.stringify(delta({ delta: payload })))).toEqual({ ...audio, payload });
  });

  test('with marks of JSON in its names', () => {
    expect(readRealtimeEvent(JSON.stringify(delta({ item_id: 'a"b\\c' })))).toEqual({
      ...audio,
      itemId: 'a"b\\c',
    });
  });
});

test('what is not base64 does not reach the carrier', () => {
  const injected = 'AAAA"}},{"event":"clear';
  expect(readRealtimeEvent(JSON.stringify(delta({ delta: injected })))).toEqual({ ...audio, payload: '' });
  expect(readRealtimeEvent(JSON.stringify(delta({ delta: 7 })))).toEqual({ ...audio, payload: '' });
});

test('CO4: the tokens of a response are told, those of audio apart from text', () => {
  const done = (usage: unknown) =>
    readRealtimeEvent(
      JSON.stringify({ type: 'response.done', response: { id: 'r', status: 'completed', usage } }),
    );
  const details = { input_token_details: { audio_tokens: 20 }, output_token_details: { audio_tokens: 30 } };
  expect(done({ input_tokens: 120, output_tokens: 42, ...details })).toMatchObject({
    tokens: { inputTokens: 100, outputTokens: 12, audioInputTokens: 20, audioOutputTokens: 30 },
  });
  expect(done({ input_tokens: 120, output_tokens: 42 })).toMatchObject({
    tokens: { inputTokens: 120, outputTokens: 42, audioInputTokens: 0, audioOutputTokens: 0 },
  });
  for (const usage of [
    null,
    {},
    { input_tokens: -1, output_tokens: 2 },
    { input_tokens: '1', output_tokens: 2 },
  ])
    expect(done(usage)).toMatchObject({ tokens: null });
});
