import { beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../testing/manual-clock.ts';
import type { VoiceSocket, VoiceSocketListener } from '../ports/voice-socket.ts';
import { type Introduction, receiveSocket } from './socket-admission.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const intro: Introduction = { callSid: 'CA1', parameters: { pass: 'good' } };

let clock: ReturnType<typeof manualClock>;
let line: VoiceSocketListener | null;
let closedWith: number | null;
let asked: number;
let heard: string[];

beforeEach(() => {
  clock = manualClock();
  [line, closedWith, asked, heard] = [null, null, 0, []];
});

/** Opens the door; `admit` decides as slowly as the test wants. */
function open(admit: () => Promise<boolean> = async () => true): void {
  const socket: VoiceSocket = {
    send: () => {},
    close: (code) => {
      closedWith = code;
    },
    listen: (listener) => {
      line = listener;
    },
  };
  receiveSocket(socket, {
    ...{ clock, log: silent },
    read: (text) => (text === 'hello' ? 'later' : text === 'whose' ? intro : null),
    admit: async (_, gate) => {
      asked += 1;
      if (!(await admit())) return null;
      return { start: () => gate.listen({ message: (text) => void heard.push(text), closed: () => {} }) };
    },
  });
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a socket that does not say whose it is', () => {
  test('is turned away after five seconds, and not before', () => {
    open();
    clock.turn(4_900);
    expect(closedWith).toBeNull();
    clock.turn(200);
    expect(closedWith).toBe(1008);
  });

  test('gets no more time for a greeting', () => {
    open();
    clock.turn(4_900);
    line?.message('hello');
    clock.turn(200);
    expect(closedWith).toBe(1008);
  });

  test('is turned away at its second greeting, and at the first word of anything else', () => {
    open();
    line?.message('hello');
    expect(closedWith).toBeNull();
    line?.message('hello');
    expect(closedWith).toBe(1008);
    expect(asked).toBe(0);
  });

  test('keeps no timer once it is gone', () => {
    open();
    line?.closed(1006);
    clock.turn(10_000);
    expect(closedWith).toBeNull();
  });
});

describe('a socket that says whose it is', () => {
  test('is asked about once, and what came meanwhile is heard in its order', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open(() => promise);
    for (const text of ['whose', 'one', 'whose', 'two']) line?.message(text);
    clock.turn(60_000);
    expect(closedWith).toBeNull();
    resolve(true);
    await settle();
    expect([asked, heard]).toEqual([1, ['one', 'whose', 'two']]);
  });

  test('fills no memory while it is asked about', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open(() => promise);
    line?.message('whose');
    for (let n = 0; n < 10_000; n += 1) line?.message('x');
    resolve(true);
    await settle();
    expect(heard).toHaveLength(1_500);
  });

  test('without a good pass is turned away, also when nobody could look', async () => {
    open(async () => false);
    line?.message('whose');
    await settle();
    expect(closedWith).toBe(1008);
    closedWith = null;
    open(() => Promise.reject(new Error('the database is away')));
    line?.message('whose');
    await settle();
    expect(closedWith).toBe(1008);
  });
});
