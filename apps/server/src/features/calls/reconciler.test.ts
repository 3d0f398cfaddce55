import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CarrierCall } from '../../ports/carrier.ts';
import { accountsAtOnce } from '../../ports/exclusive.ts';
import { callTimes } from './call-times.ts';
import { matchOf } from './reconcile.ts';
import { Reconciler } from './reconciler.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const settle = () => new Promise((resolve) => setImmediate(resolve));

interface Options {
  readonly hasLock?: boolean;
  readonly hold?: Promise<void>;
  readonly activeCalls?: string[];
  readonly markLiveFails?: boolean;
  readonly due?: readonly string[];
  readonly accounts?: number;
}

function start(options: Options = {}) {
  const compared: string[] = [];
  const logged: object[] = [];
  const clock = new ManualClock();
  const began = clock.now().getTime();
  const rounds: number[] = [];
  const locked: string[] = [];
  const markedLive: string[][] = [];
  const reconciler = new Reconciler({
    clock,
    times: callTimes,
    log: {
      ...silent,
      warn: (context: object) => void logged.push({ level: 'warn', ...context }),
      error: (context: object) => void logged.push({ level: 'error', ...context }),
    },
    reconcile: {
      one: async ({ id }) => {
        compared.push(id);
        if (id === 'bad') throw new Error('This call cannot be compared.');
      },
      byId: async () => {},
    },
    unfinished: {
      due: async () => (options.due ?? []).map((id) => ({ id }) as CallRecord),
      markChecked: async () => {},
      isUntouched: async () => false,
      markLive: async (ids) => {
        markedLive.push([...ids]);
        if (options.markLiveFails) throw new Error('deadlock detected');
      },
      awaitingSid: async () => [],
      knownSids: async () => new Set(),
    },
    sessions: { takeActiveCalls: () => options.activeCalls?.splice(0) ?? [] },
    carriers: {
      all: Array.from({ length: options.accounts ?? 1 }, (_, index) => ({
        ...{ name: 'lab', account: `AC${index + 1}` },
      })),
    },
    exclusive: {
      run: async (name, work) => {
        locked.push(name);
        rounds.push((clock.now().getTime() - began) / 1000);
        if (options.hasLock === false) return false;
        await options.hold;
        await work();
        return true;
      },
    },
  });
  reconciler.start();
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1_000);
      await settle();
    }
  };
  clock.advance(0);
  return { reconciler, rounds, locked, markedLive, pass, compared, logged };
}

describe('CL16: rounds', () => {
  test('many organizations with accounts of their own do not take a connection to the database each', async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { locked } = start({ accounts: 50, hold });
    await settle();
    expect(locked).toHaveLength(accountsAtOnce);
    release();
    await settle();
    expect(new Set(locked).size).toBe(50);
  });

  test('at start, twice soon after, then every 30 s', async () => {
    const { rounds, pass } = start();
    await settle();
    await pass(80);
    expect(rounds).toEqual([0, 6, 16, 46, 76]);
  });

  test('begin with the calls with messages from the carrier, also where another server compares', async () => {
    const { markedLive, pass } = start({ hasLock: false, activeCalls: ['call-1', 'call-2'] });
    await settle();
    await pass(10);
    expect(markedLive).toEqual([['call-1', 'call-2'], []]);
  });

  test('compare although the calls that are alive could not be noted', async () => {
    const { compared, logged } = start({ markLiveFails: true, activeCalls: ['call-2'], due: ['call-1'] });
    await settle();
    expect(compared).toContain('call-1');
    expect(logged).toContainEqual(expect.objectContaining({ level: 'warn', calls: 1 }));
  });

  test('go on behind a call that cannot be compared, and name it in the log', async () => {
    const { compared, logged, pass } = start({ due: ['call-1', 'bad', 'call-2'] });
    await settle();
    await pass(1);
    expect(compared).toEqual(['call-1', 'bad', 'call-2']);
    expect(logged).toEqual([expect.objectContaining({ level: 'error', callId: 'bad' })]);
  });

  test('go on when another server is at it', async () => {
    const { rounds, pass } = start({ hasLock: false });
    await settle();
    await pass(20);
    expect(rounds).toEqual([0, 6, 16]);
  });

  test('do not overlap, and stopping waits for the one that runs', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { reconciler, rounds, pass } = start({ hold: promise });
    await settle();
    await pass(100);
    expect(rounds).toEqual([0]);
    let stopped = false;
    const stopping = reconciler.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    resolve();
    await stopping;
    await pass(100);
    expect(rounds).toEqual([0]);
  });
});

test('CL16: the longest wait and one turn of the reconciler stay below 90 s', () => {
  const { notSent, awaitingSid, dialling, live, reconcileEvery } = callTimes;
  expect(Math.max(notSent, awaitingSid, dialling, live) + reconcileEvery).toBeLessThan(90_000);
});

describe('CL11: which call at the carrier is ours', () => {
  const at = new Date();
  const call = (sid: string): CarrierCall => ({
    ...{ sid, status: 'ringing', at, endedAt: null, duration: null, answeredBy: null },
    ...{ from: null, to: null, createdAt: at },
  });
  const a = { id: 'a' };
  const b = { id: 'b' };

  test.each([
    ['one waits, one is there', [a], [call('1')], false, '1'],
    ['one waits, none is there', [a], [], true, undefined],
    ['one waits, two are there', [a], [call('1'), call('2')], true, undefined],
    ['two wait, one is there, and time is up for both', [a, b], [call('1')], true, '1'],
    ['two wait, one is there, and ours is the second', [b, a], [call('1')], true, undefined],
    [
      'two wait, two are there, and a callback may still tell',
      [a, b],
      [call('1'), call('2')],
      false,
      undefined,
    ],
    ['two wait, two are there, and time is up', [a, b], [call('1'), call('2')], true, '1'],
    ['two wait, ours is the second', [b, a], [call('1'), call('2')], true, '2'],
    ['others wait', [b], [call('1')], true, undefined],
  ])('%s', (_what, waiting, free, late, sid) => {
    expect(matchOf(a, waiting, free, { late, allLate: late })?.sid).toBe(sid);
  });

  test('two wait, one is there, and it may be that of the one which was dialled just now', () => {
    expect(matchOf(a, [a, b], [call('1')], { late: true, allLate: false })).toBeNull();
  });
});
