import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listening, RelaySpeech } from '../src/ports/call-script.ts';
import type { CarrierConnection, CarrierSocket } from '../src/ports/carrier-connection.ts';
import type { AfterSessionEnd, AudioProtocol, TextProtocol } from '../src/ports/voice-connection.ts';
import type { ConnectionUnderTest, ReportedFacts, SentWebhook } from './carrier-side.ts';

const plainSpeech: RelaySpeech = {
  language: 'en-US',
  voice: { provider: 'google', name: null },
  speed: null,
  hints: [],
  otherLanguages: [],
};

const now = new Date();
const listening: Listening = {
  interruptSensitivity: 'medium',
  speechTimeoutMs: 'auto',
  ignoreBackchannel: true,
  keypad: true,
};

const kinds = [
  ...(['status', 'answered', 'inbound', 'amd', 'session-ended', 'failed'] as const),
  ...([
    'hand-over-answered',
    'hand-over-key',
    'hand-over-ended',
    'text',
    'text-report',
    'recording',
    'recording-answer',
  ] as const),
] as const;

/** What every implementation of a carrier's connection must do with what the carrier sends. */
export function carrierConnectionContract(open: () => ConnectionUnderTest): void {
  const facts = (): ReportedFacts => ({
    ...{ callId: 'call-1', sid: open().carrier.sid, from: '+12025550111', to: '+15005550006' },
  });
  const read = (connection: CarrierConnection, { path, ...request }: SentWebhook) =>
    connection.webhooks[path]?.(request, now)?.notice ?? null;
  /** How it responds to what it was sent. */
  const responder = ({ connection, carrier }: ConnectionUnderTest) => {
    const { path, ...request } = carrier.webhooks.answered(facts());
    const signed = connection.webhooks[path]?.(request, now);
    if (!signed) throw new Error('The connection does not read its own webhook.');
    return signed.respond;
  };

  describe('webhooks', () => {
    test.each(kinds)('%s is read, with the call that it is about', (kind) => {
      const { connection, carrier } = open();
      const { callId, sid, from, to } = facts();
      const expected = {
        status: { callId, update: { sid } },
        answered: { callId, update: { sid, status: 'in-progress' } },
        inbound: { inbound: { from, to, update: { sid } } },
        amd: { callId, result: { sid, answeredBy: expect.stringMatching(/^machine/) } },
        'session-ended': { callId, update: { sid } },
        failed: { callId, update: { sid }, inbound: null },
        text: { text: { from, to, body: 'STOP' } },
        'text-report': {
          callId,
          report: {
            ...{ textId: 'text-1', sid: expect.any(String), delivery: 'undelivered' },
            reason: 'cannot_receive_texts',
          },
        },
        recording: { callId, sid },
        'recording-answer': { callId, update: { sid }, attempt: 2, said: 'Yes.' },
        'hand-over-answered': { callId, session: 2, sid },
        'hand-over-key': { callId, session: 2, sid, key: '1' },
        'hand-over-ended': { callId, session: 2, update: { sid }, joined: true, result: expect.any(String) },
      };
      expect(read(connection, carrier.webhooks[kind](facts()))).toMatchObject({ kind, ...expected[kind] });
    });

    test('a failure without an id of ours names the call that came in', () => {
      const { connection, carrier } = open();
      const sent = carrier.webhooks.failed({ ...facts(), callId: null });
      const { from, to } = facts();
      expect(read(connection, sent)).toMatchObject({ kind: 'failed', inbound: { from, to } });
    });

    test('NUL, which cannot be stored, is removed', () => {
      const { connection, carrier } = open();
      const notice = read(connection, carrier.webhooks.status({ ...facts(), sid: `${carrier.sid}\u0000` }));
      expect(notice).toMatchObject({ update: { sid: carrier.sid } });
    });

    test.each(kinds)('%s is not accepted from another account, or without a signature', (kind) => {
      const { connection, other, carrier } = open();
      const sent = carrier.webhooks[kind](facts());
      expect(read(other, sent)).toBeNull();
      expect(read(connection, { ...sent, headers: {} })).toBeNull();
    });

    test('a signature does not hold for another body, path or query, nor twice in one request', () => {
      const { connection, carrier } = open();
      const sent = carrier.webhooks.status(facts());
      const twice = Object.fromEntries(
        Object.entries(sent.headers).map(([name, value]) => [name, [String(value), String(value)]]),
      );
      expect(read(connection, sent)).not.toBeNull();
      expect(read(connection, { ...sent, body: sent.body.replace('12025550111', '12035550111') })).toBeNull();
      expect(read(connection, { ...sent, url: `${sent.url}&more=1` })).toBeNull();
      expect(read(connection, { ...sent, url: `/elsewhere${sent.url}` })).toBeNull();
      expect(read(connection, { ...sent, headers: twice })).toBeNull();
    });

    test.each(['end', 'transfer'] as const)(
      'which text session ended, and what it wanted next, comes back: %s',
      (next) => {
        const under = open();
        const { connection, carrier } = under;
        const transferTo = next === 'transfer' ? 'Front desk' : null;
        const transferReason = next === 'transfer' ? 'Wants to "move" it' : null;
        const { protocol } = textSocket(connection);
        const message = protocol.end(next satisfies AfterSessionEnd, transferTo, transferReason);
        const { body } = responder(under)({
          ...{ kind: 'converse', callId: 'call-1', session: 3, token: 'token-1' },
          ...{ speech: plainSpeech, listening },
        });
        expect(read(connection, carrier.sessionEnded(facts(), body, message))).toMatchObject({
          kind: 'session-ended',
          callId: 'call-1',
          session: 3,
          end: { how: 'ended', next, transferTo, transferReason },
        });
      },
    );
  });

  test('responses succeed, and a session gets the call and its token', () => {
    const respond = responder(open());
    const scripts = [
      {
        kind: 'converse',
        ...{ callId: 'call-1', session: 1, token: 'token-1', speech: plainSpeech, listening },
      },
      { kind: 'stream', callId: 'call-1', session: 1, token: 'token-1' },
    ] as const;
    expect(respond(null).status).toBeLessThan(300);
    expect(respond({ kind: 'reject' })).not.toEqual(respond({ kind: 'hang-up' }));
    for (const script of scripts) {
      const { status, body } = respond(script);
      expect(status).toBe(200);
      expect(body).toContain('call-1');
      expect(body).toContain('token-1');
    }
    expect(respond({ kind: 'say', text: 'Good morning', language: 'en-US' }).body).toContain('Good morning');
    const handOver = {
      kind: 'hand-over' as const,
      ...{ callId: 'call-1', session: 2, number: '+15005550020', callerId: '+15005550006' },
      ...{ ringSeconds: 25, maxSeconds: 77, briefed: true },
    };
    for (const part of ['+15005550020', '+15005550006', '77', '25'])
      expect(respond(handOver).body).toContain(part);
    expect(respond({ ...handOver, briefed: false }).body).not.toBe(respond(handOver).body);
    const brief = { kind: 'brief', callId: 'call-1', session: 2, language: 'en-US' } as const;
    expect(respond({ ...brief, text: 'Press 1' }).body).toContain('Press 1');
    const ends = (['join', 'hang-up'] as const).map((kind) => respond({ kind }).body);
    expect(new Set(ends).size).toBe(2);
  });

  test.each(['text', 'audio'] as const)('a %s socket is accepted from this account alone', (speech) => {
    const { connection, other, carrier } = open();
    const { path, ...request } = carrier.handshake(speech);
    const socket = connection.sockets[path];
    expect(socket?.speech).toBe(speech);
    expect(socket?.isSigned(request, now)).toBe(true);
    expect(socket?.isSigned({ ...request, headers: {} }, now)).toBe(false);
    expect(socket?.isSigned({ ...request, url: `${request.url}?more=1` }, now)).toBe(false);
    expect(other.sockets[path]?.isSigned(request, now)).toBe(false);
  });

  describe('text turns', () => {
    test('the setup message names the call and its token, or neither', () => {
      const { connection, carrier } = open();
      const { protocol } = textSocket(connection);
      const { sid } = carrier;
      const given = { callId: 'call-1', token: 'token-1' };
      expect(protocol.readSetup(carrier.text.setup(sid, given))).toEqual({ sid, ...given });
      expect(protocol.readSetup(carrier.text.setup(sid, null))).toEqual({
        ...{ sid, callId: null, token: null },
      });
      expect(protocol.readSetup(carrier.text.prompt('Hello', true))).toBeNull();
    });

    test('what is reported is read', () => {
      const { connection, carrier } = open();
      const { protocol } = textSocket(connection);
      const { text } = carrier;
      const cases = [
        [text.prompt('Good mor', false), { type: 'prompt', text: 'Good mor', last: false }],
        [text.prompt('Good morning', true), { type: 'prompt', text: 'Good morning', last: true }],
        [text.interrupt('Your appoint'), { type: 'interrupt', heard: 'Your appoint' }],
        [text.dtmf('#'), { type: 'dtmf', digit: '#' }],
        [text.played('Hello '), { type: 'played', text: 'Hello ' }],
        [text.speaking('agent', false), { type: 'speaking', who: 'agent', on: false }],
        [text.speaking('caller', true), { type: 'speaking', who: 'caller', on: true }],
        [text.error('too fast'), { type: 'error', description: 'too fast' }],
        [text.unknown, { type: 'other', name: expect.any(String) }],
      ] as const;
      for (const [message, expected] of cases) expect(protocol.read(message)).toEqual(expected);
    });

    test('what is sent is understood, whatever is in it', () => {
      const { connection, carrier } = open();
      const { protocol } = textSocket(connection);
      fc.assert(
        fc.property(fc.string(), fc.boolean(), fc.boolean(), (token, last, interruptible) => {
          const message = protocol.say(token, last, interruptible);
          expect(carrier.text.understand(message)).toEqual({ say: token, last, interruptible });
        }),
      );
      expect(carrier.text.understand(protocol.sendDigits('12#'))).toEqual({ digits: '12#' });
      expect(carrier.text.understand(protocol.speakLanguage('es-ES'))).toEqual({ language: 'es-ES' });
      expect(carrier.text.understand(protocol.end('end', null))).toBe('end');
    });

    test('a socket that closes without a code was lost; a normal closure is regular', () => {
      const { protocol } = textSocket(open().connection);
      expect([1000, 1006, 1011].map((code) => protocol.isRegularClose(code))).toEqual([true, false, false]);
    });

    test('no text makes it throw', () => {
      const { protocol } = textSocket(open().connection);
      expect(protocol.read('no message')).toBeNull();
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
          protocol.read(text);
          protocol.readSetup(text);
        }),
      );
    });
  });

  describe('audio', () => {
    const payload = Buffer.alloc(160, 0x7f).toString('base64');

    test('the setup message names call, stream and token', () => {
      const { connection, carrier } = open();
      const { protocol } = audioSocket(connection);
      const given = { callId: 'call-1', token: 'token-1' };
      const setup = carrier.audio.setup(carrier.sid, 'stream-1', given);
      expect(protocol.readSetup(setup)).toEqual({ sid: carrier.sid, streamId: 'stream-1', ...given });
      expect(protocol.readSetup(carrier.audio.frame(payload, 0))).toBeNull();
    });

    test('a frame is read alike on the fast path and beside it', () => {
      const { connection, carrier } = open();
      const { protocol } = audioSocket(connection);
      const frame = carrier.audio.frame(payload, 40);
      expect(protocol.readFrame(frame)).toEqual({ kind: 'media', payload, streamMs: 40 });
      expect(protocol.read(frame)).toEqual({ kind: 'media', payload, streamMs: 40 });
    });

    test('everything else is left by the fast path, and read', () => {
      const { connection, carrier } = open();
      const { protocol } = audioSocket(connection);
      const { audio } = carrier;
      const cases = [
        [audio.mark('0:20:item-1'), { kind: 'mark', name: '0:20:item-1' }],
        [audio.digit('5'), { kind: 'digit', digit: '5' }],
        [audio.stop, { kind: 'stopped' }],
        [audio.unknown, { kind: 'other' }],
      ] as const;
      for (const [message, expected] of cases) {
        expect(protocol.readFrame(message)).toBeNull();
        expect(protocol.read(message)).toEqual(expected);
      }
    });

    test('audio that is not base64 is no message', () => {
      const { connection, carrier } = open();
      const { protocol } = audioSocket(connection);
      for (const broken of ['A"B=', 'AAA', 'A A=']) {
        const frame = carrier.audio.frame(broken, 0);
        expect(protocol.readFrame(frame)?.payload).not.toBe(broken);
        expect(protocol.read(frame)).not.toMatchObject({ kind: 'media' });
      }
    });

    test('what is sent is understood', () => {
      const { connection, carrier } = open();
      const writer = audioSocket(connection).protocol.writer('stream-1');
      expect(carrier.audio.understand(writer.media(payload))).toEqual({ media: payload });
      expect(carrier.audio.understand(writer.mark('0:20:item-1'))).toEqual({ mark: '0:20:item-1' });
      expect(carrier.audio.understand(writer.clear)).toBe('clear');
    });

    test('no text makes it throw', () => {
      const { protocol } = audioSocket(open().connection);
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
          protocol.read(text);
          protocol.readFrame(text);
          protocol.readSetup(text);
        }),
      );
    });
  });
}

function textSocket(connection: CarrierConnection): { readonly protocol: TextProtocol } {
  const socket = socketsOf(connection).find((one) => one.speech === 'text');
  if (!socket) throw new Error('The carrier has no socket for text.');
  return socket;
}

function audioSocket(connection: CarrierConnection): { readonly protocol: AudioProtocol } {
  const socket = socketsOf(connection).find((one) => one.speech === 'audio');
  if (!socket) throw new Error('The carrier has no socket for audio.');
  return socket;
}

function socketsOf({ sockets }: CarrierConnection): readonly CarrierSocket[] {
  return Object.values(sockets);
}
