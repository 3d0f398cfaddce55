import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { VoiceSetup } from '../ports/voice-connection.ts';
import type { VoiceSocket, VoiceSocketListener } from '../ports/voice-socket.ts';
import { admitSocket } from './socket-admission.ts';

const setup: VoiceSetup = { sid: 'CA1', callId: 'c1', token: 'good' };

let clock: ManualClock;
let listening: VoiceSocketListener | null;
let closedWith: number | null;
let asked: number;
let delivered: string[];
let logged: [string, object, string][];

const log = {
  debug() {},
  info() {},
  warn: (fields: object, message: string) => void logged.push(['warn', fields, message]),
  error: (fields: object, message: string) => void logged.push(['error', fields, message]),
};

beforeEach(() => {
  clock = new ManualClock();
  [listening, closedWith, asked, delivered, logged] = [null, null, 0, [], []];
});

/** `admit` may resolve later; a text is the reason of a rejection. */
function open(
  admit: () => Promise<true | string> = async () => true,
  session: { start?: (isGone?: boolean) => void; message?: (text: string) => void; closed?: () => void } = {},
): void {
  const socket: VoiceSocket = {
    send: () => {},
    close: (code) => {
      closedWith = code;
    },
    listen: (listener) => {
      listening = listener;
    },
  };
  admitSocket(socket, {
    ...{ clock, log },
    read: (text) => (text === 'hello' ? 'later' : text === 'setup' ? setup : null),
    admit: async () => {
      asked += 1;
      const result = await admit();
      if (result !== true) return { kind: 'rejected', reason: result };
      const listener = { message: (text: string) => void delivered.push(text), closed: () => {}, ...session };
      const start = (isGone?: boolean) => {
        socket.listen(listener);
        session.start?.(isGone);
        return listener;
      };
      return { kind: 'admitted', session: { start } };
    },
  });
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a socket without a setup message', () => {
  test('is rejected after five seconds, and not before', () => {
    open();
    clock.advance(4_900);
    expect(closedWith).toBeNull();
    clock.advance(200);
    expect(closedWith).toBe(1008);
  });

  test('gets no more time for a greeting', () => {
    open();
    clock.advance(4_900);
    listening?.message('hello');
    clock.advance(200);
    expect(closedWith).toBe(1008);
  });

  test('is rejected at its second greeting', () => {
    open();
    listening?.message('hello');
    expect(closedWith).toBeNull();
    listening?.message('hello');
    expect(closedWith).toBe(1008);
    expect(asked).toBe(0);
  });

  test('has no timer once it is closed', () => {
    open();
    listening?.closed(1006);
    clock.advance(10_000);
    expect(closedWith).toBeNull();
  });
});

describe('a socket with a setup message', () => {
  test('is looked up once, and messages that arrive meanwhile are delivered in order', async () => {
    const { promise, resolve } = Promise.withResolvers<true>();
    open(() => promise);
    for (const text of ['setup', 'one', 'setup', 'two']) listening?.message(text);
    clock.advance(60_000);
    expect(closedWith).toBeNull();
    resolve(true);
    await settle();
    expect([asked, delivered]).toEqual([1, ['one', 'setup', 'two']]);
  });

  test('tells its session that the other party has hung up meanwhile', async () => {
    for (const hangsUp of [false, true]) {
      const { promise, resolve } = Promise.withResolvers<true>();
      const begun: unknown[] = [];
      open(() => promise, { start: (isGone) => void begun.push(isGone) });
      listening?.message('setup');
      if (hangsUp) listening?.closed(1000);
      resolve(true);
      await settle();
      expect(begun).toEqual([hangsUp]);
    }
  });

  test('tells its session of the close after what came before it', async () => {
    const { promise, resolve } = Promise.withResolvers<true>();
    open(() => promise, { closed: () => void delivered.push('closed') });
    for (const text of ['setup', 'one', 'two']) listening?.message(text);
    listening?.closed(1000);
    resolve(true);
    await settle();
    expect(delivered).toEqual(['one', 'two', 'closed']);
  });

  test('buffers a bounded number of messages while it is looked up', async () => {
    const { promise, resolve } = Promise.withResolvers<true>();
    open(() => promise);
    listening?.message('setup');
    for (let n = 0; n < 10_000; n += 1) listening?.message('x');
    resolve(true);
    await settle();
    expect(delivered).toHaveLength(1_500);
  });

  test('is rejected without a valid token, and the log has the reason', async () => {
    open(async () => 'token of another call');
    listening?.message('setup');
    await settle();
    expect(closedWith).toBe(1008);
    const fields = { callId: 'c1', callSid: 'CA1', reason: 'token of another call' };
    expect(logged).toEqual([['warn', fields, 'voice socket rejected']]);
  });

  test('is rejected when the lookup fails, and the log has the error once', async () => {
    const err = new Error('database unavailable');
    open(() => Promise.reject(err));
    listening?.message('setup');
    await settle();
    expect(closedWith).toBe(1008);
    const fields = { err, callId: 'c1', callSid: 'CA1', reason: 'error while starting the session' };
    expect(logged).toEqual([['error', fields, 'voice session could not be started']]);
  });

  test.each([
    ['the session throws at its start', 'start'],
    ['the session throws at an early message', 'message'],
  ] as const)('is closed when %s, and the log has the error once', async (_, step) => {
    const err = new Error('defect');
    const fail = () => {
      throw err;
    };
    open(async () => true, { [step]: fail });
    for (const text of ['setup', 'one', 'two']) listening?.message(text);
    await settle();
    expect(closedWith).toBe(1008);
    const fields = { err, callId: 'c1', callSid: 'CA1', reason: 'error while starting the session' };
    expect(logged).toEqual([['error', fields, 'voice session could not be started']]);
  });
});
