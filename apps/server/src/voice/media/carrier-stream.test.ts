import { expect, test } from 'vitest';
import { framesOf, utter } from '../../../testing/realtime/speech.ts';
import { audioProtocol } from '../../../testing/voice/protocols.ts';
import { CarrierStream, isStreamEffect } from './carrier-stream.ts';

const sound = framesOf(utter('Hello'), 300)[0] ?? '';

test('audio, marks and clear are written in the carrier’s protocol', () => {
  const line = new CarrierStream(audioProtocol.writer('MZ1'));
  const played = line.toMessage({ type: 'play', itemId: 'item-1', payload: sound }, 0);
  expect(JSON.parse(played)).toEqual({ event: 'media', streamSid: 'MZ1', media: { payload: sound } });
  const marked = line.toMessage({ type: 'mark', itemId: 'item-1', ms: 300 }, 0);
  expect(JSON.parse(marked)).toEqual({ event: 'mark', streamSid: 'MZ1', mark: { name: '0:300:item-1' } });
  expect(line.playedBy(100)).toEqual({ type: 'carrier.mark', itemId: 'item-1', ms: 100 });
  expect(JSON.parse(line.toMessage({ type: 'clear' }, 100))).toEqual({ event: 'clear', streamSid: 'MZ1' });
  expect(line.playedBy(100)).toBeNull();
});

test('a mark becomes an event, unless it comes back because of a clear', () => {
  const line = new CarrierStream(audioProtocol.writer('MZ1'));
  line.toMessage({ type: 'play', itemId: 'item-1', payload: sound }, 0);
  const echo = audioProtocol.read('{"event":"mark","streamSid":"MZ1","mark":{"name":"0:300:item-1"}}');
  if (!echo) throw new Error('not read');
  expect(line.toEvent(echo, 300)).toEqual({ type: 'carrier.mark', itemId: 'item-1', ms: 300 });
  line.toMessage({ type: 'clear' }, 100);
  expect(line.toEvent(echo, 110)).toBeNull();
});

test.each([
  ['a key', { event: 'dtmf', dtmf: { digit: '5' } }, { type: 'carrier.dtmf', digit: '5' }],
  ['the end', { event: 'stop', stop: {} }, { type: 'carrier.stopped', how: 'hung_up' }],
  ['the beginning, which is settled elsewhere', { event: 'connected' }, null],
  ['something new', { event: 'hologram' }, null],
])('%s', (_what, message, event) => {
  const read = audioProtocol.read(JSON.stringify(message));
  if (!read) throw new Error('not read');
  expect(new CarrierStream(audioProtocol.writer('MZ1')).toEvent(read, 0)).toEqual(event);
});

test('only play, mark and clear are effects of the stream', () => {
  expect(isStreamEffect({ type: 'clear' })).toBe(true);
  expect(isStreamEffect({ type: 'end' })).toBe(false);
});
