import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { VoiceSocket, VoiceSocketListener } from '../ports/voice-socket.ts';
import { admitSocket, type SocketSetup } from './socket-admission.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const setup: SocketSetup = { callSid: 'CA1', parameters: { pass: 'good' } };

let clock: ManualClock;
let listening: VoiceSocketListener | null;
let closedWith: number | null;
let asked: number;
let delivered: string[];

beforeEach(() => {
  clock = new ManualClock();
  [listening, closedWith, asked, delivered] = [null, null, 0, []];
});

/** `admit` may resolve later. */
function open(admit: () => Promise<boolean> = async () => true): void {
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
    ...{ clock, log: silent },
    read: (text) => (text === 'hello' ? 'later' : text === 'setup' ? setup : null),
    admit: async (_, buffered) => {
      asked += 1;
      if (!(await admit())) return null;
      return {
        start: () => buffered.listen({ message: (text) => void delivered.push(text), closed: () => {} }),
      };
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
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open(() => promise);
    for (const text of ['setup', 'one', 'setup', 'two']) listening?.message(text);
    clock.advance(60_000);
    expect(closedWith).toBeNull();
    resolve(true);
    await settle();
    expect([asked, delivered]).toEqual([1, ['one', 'setup', 'two']]);
  });

  test('buffers a bounded number of messages while it is looked up', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open(() => promise);
    listening?.message('setup');
    for (let n = 0; n < 10_000; n += 1) listening?.message('x');
    resolve(true);
    await settle();
    expect(delivered).toHaveLength(1_500);
  });

  test('is rejected without a valid token, and when the lookup fails', async () => {
    open(async () => false);
    listening?.message('setup');
    await settle();
    expect(closedWith).toBe(1008);
    closedWith = null;
    open(() => Promise.reject(new Error('database unavailable')));
    listening?.message('setup');
    await settle();
    expect(closedWith).toBe(1008);
  });
});
