import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { streamProtocol } from './stream-messages.ts';

const start = {
  accountSid: 'AC0',
  streamSid: 'MZ1',
  callSid: 'CA1',
  tracks: ['inbound'],
  mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
  customParameters: { callId: 'c_42', pass: 't' },
};

const read = (message: unknown) => streamProtocol.read(JSON.stringify(message));
const readSetup = (message: unknown) => streamProtocol.readSetup(JSON.stringify(message));

const begun = { sid: 'CA1', streamId: 'MZ1', callId: 'c_42', token: 't' };

describe('how the carrier begins a stream', () => {
  test.each([
    ['connected', { event: 'connected', protocol: 'Call', version: '1.0.0' }, 'later'],
    ['start', { event: 'start', sequenceNumber: '1', streamSid: 'MZ1', start }, begun],
    [
      'start without anything of ours',
      { event: 'start', start: { ...start, customParameters: undefined } },
      { ...begun, callId: null, token: null },
    ],
    [
      'start in another format',
      {
        event: 'start',
        start: { ...start, mediaFormat: { encoding: 'audio/x-l16', sampleRate: 16000, channels: 1 } },
      },
      null,
    ],
    ['media instead of a start', { event: 'media', media: { payload: '//8=' } }, null],
  ])('%s', (_what, message, expected) => {
    expect(readSetup(message)).toEqual(expected);
  });
});

describe('what the carrier sends', () => {
  test.each([
    ['connected', { event: 'connected', protocol: 'Call', version: '1.0.0' }, { kind: 'other' }],
    ['a second start', { event: 'start', start }, { kind: 'other' }],
    [
      'media',
      { event: 'media', media: { track: 'inbound', chunk: '2', timestamp: '40', payload: '//8=' } },
      { kind: 'media', payload: '//8=', streamMs: 40 },
    ],
    [
      'media with all that comes along',
      {
        ...{ event: 'media', sequenceNumber: '3', streamSid: 'MZ1' },
        media: { track: 'inbound', chunk: '2', timestamp: '40', payload: '//8=' },
      },
      { kind: 'media', payload: '//8=', streamMs: 40 },
    ],
    [
      'our own sound with all that comes along',
      {
        ...{ event: 'media', sequenceNumber: '3', streamSid: 'MZ1' },
        media: { track: 'outbound', chunk: '2', timestamp: '40', payload: '//8=' },
      },
      { kind: 'other' },
    ],
    [
      'media without a time',
      { event: 'media', media: { payload: '//8=' } },
      { kind: 'media', payload: '//8=', streamMs: null },
    ],
    ['our own sound', { event: 'media', media: { track: 'outbound', payload: '//8=' } }, { kind: 'other' }],
    ['a key', { event: 'dtmf', dtmf: { track: 'inbound_track', digit: '#' } }, { kind: 'digit', digit: '#' }],
    ['a mark', { event: 'mark', mark: { name: '0:20:item-1' } }, { kind: 'mark', name: '0:20:item-1' }],
    ['stop', { event: 'stop', stop: { callSid: 'CA1' } }, { kind: 'stopped' }],
    ['something new', { event: 'hologram', hologram: {} }, { kind: 'other' }],
  ])('%s', (_what, message, expected) => {
    expect(read(message)).toEqual(expected);
  });

  test.each([
    ['no JSON', '{"event":'],
    ['no object', '42'],
    ['no event', '{}'],
    ['media without sound', '{"event":"media","media":{}}'],
    ['media that is half a letter', '{"event":"media","media":{"payload":"AAA"}}'],
    ['media that would end the text it is put into', '{"event":"media","media":{"payload":"AA\\"}"}}'],
    ['a mark without a name', '{"event":"mark"}'],
    ['a key without a digit', '{"event":"dtmf","dtmf":{}}'],
    ['a start without a stream', '{"event":"start","start":{"callSid":"CA1"}}'],
  ])('%s is nothing', (_what, json) => {
    expect(streamProtocol.read(json)).toBeNull();
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void streamProtocol.read(text)));
  });
});

test('what goes to the carrier is JSON, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string(), fc.base64String(), fc.string(), (sid, payload, name) => {
      const writer = streamProtocol.writer(sid);
      expect(JSON.parse(writer.media(payload))).toEqual({
        event: 'media',
        streamSid: sid,
        media: { payload },
      });
      expect(JSON.parse(writer.mark(name))).toEqual({ event: 'mark', streamSid: sid, mark: { name } });
      expect(JSON.parse(writer.clear)).toEqual({ event: 'clear', streamSid: sid });
    }),
  );
});
