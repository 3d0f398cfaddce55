import { expect, test } from 'vitest';
import { framesOf, utter } from '../../testing/realtime/speech.ts';
import { hear, heardByNow, isLineEffect, openLine, speak } from './media-line.ts';
import { readStreamMessage } from './stream-messages.ts';

const sound = framesOf(utter('Hello'), 300)[0] ?? '';

test('sound, marks and a clear go out as the carrier takes them', () => {
  const line = openLine('MZ1');
  const played = speak(line, { type: 'play', itemId: 'item-1', payload: sound }, 0);
  expect(JSON.parse(played.frame)).toEqual({ event: 'media', streamSid: 'MZ1', media: { payload: sound } });
  const marked = speak(played.line, { type: 'mark', itemId: 'item-1', ms: 300 }, 0);
  expect(JSON.parse(marked.frame)).toEqual({
    event: 'mark',
    streamSid: 'MZ1',
    mark: { name: '0:300:item-1' },
  });
  const empty = speak(marked.line, { type: 'clear' }, 100);
  expect(JSON.parse(empty.frame)).toEqual({ event: 'clear', streamSid: 'MZ1' });
  expect(heardByNow(marked.line, 100)).toEqual({ type: 'carrier.mark', itemId: 'item-1', ms: 100 });
  expect(heardByNow(empty.line, 100)).toBeNull();
});

test('a mark becomes an event, unless it comes back because of a clear', () => {
  let { line } = speak(openLine('MZ1'), { type: 'play', itemId: 'item-1', payload: sound }, 0);
  const echo = readStreamMessage('{"event":"mark","streamSid":"MZ1","mark":{"name":"0:300:item-1"}}');
  if (!echo) throw new Error('not read');
  expect(hear(line, echo, 300).events).toEqual([{ type: 'carrier.mark', itemId: 'item-1', ms: 300 }]);
  ({ line } = speak(line, { type: 'clear' }, 100));
  expect(hear(line, echo, 110).events).toEqual([]);
});

test.each([
  ['a key', { event: 'dtmf', dtmf: { digit: '5' } }, [{ type: 'carrier.dtmf', digit: '5' }]],
  ['the end', { event: 'stop', stop: {} }, [{ type: 'carrier.stopped', how: 'hung_up' }]],
  ['the beginning, which is settled elsewhere', { event: 'connected' }, []],
  ['something new', { event: 'hologram' }, []],
])('%s', (_what, message, events) => {
  const read = readStreamMessage(JSON.stringify(message));
  if (!read) throw new Error('not read');
  expect(hear(openLine('MZ1'), read, 0).events).toEqual(events);
});

test('only sound, marks and clear are the line’s', () => {
  expect(isLineEffect({ type: 'clear' })).toBe(true);
  expect(isLineEffect({ type: 'end' })).toBe(false);
});
