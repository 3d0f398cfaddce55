import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { databaseUnavailable } from '../../../adapters/postgres/unavailable.ts';
import type { StoredToolCall, ToolCalls } from '../../../ports/tool-calls.ts';
import { sessionToolCalls } from './session-tool-calls.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function logOf(clock: ManualClock, toolCalls: Partial<ToolCalls>) {
  return sessionToolCalls(
    {
      clock,
      toolCalls: {
        start: async () => true,
        ofCall: async () => [],
        claimTry: async () => true,
        ...toolCalls,
      },
      held: { holder: { serverId: 'server', leaseMs: 15_000 }, hold: () => {}, release: () => {} },
      end: async () => {},
      reportUnknown: async () => {},
      background: {
        retry: async (_, work) => {
          await work();
        },
      },
    },
    { tenantId: 'elm', callId: 'call-1', session: 1 },
  );
}

/** Whether a tool call may be repeated, in a database that is away for so long. */
async function mayRepeat(awayMs: number, isCounted = true) {
  const clock = new ManualClock();
  const backAt = clock.time() + awayMs;
  let asked = 0;
  const log = logOf(clock, {
    claimTry: async () => {
      asked += 1;
      if (clock.time() < backAt) throw databaseUnavailable(new Error('away'));
      return isCounted;
    },
  });
  let result: boolean | 'not counted' | undefined;
  void log.mayRepeat('call00001').then(
    (may) => {
      result = may;
    },
    () => {
      result = 'not counted';
    },
  );
  for (let waited = 0; waited <= 20_000 && result === undefined; waited += 250) {
    await settle();
    clock.advance(250);
  }
  return { result, asked };
}

test('VS47: a repetition is not given up because the database is away for a moment', async () => {
  expect(await mayRepeat(0)).toEqual({ result: true, asked: 1 });
  expect(await mayRepeat(1_000)).toEqual({ result: true, asked: 5 });
});

test('VS47: a repetition that cannot be counted within ten seconds is not sent', async () => {
  expect((await mayRepeat(60_000)).result).toBe('not counted');
});

test('VS47: a repetition that was counted before the database went away is not sent', async () => {
  expect((await mayRepeat(1_000, false)).result).toBe(false);
});

/** What is told of a tool call of the lost session, of which these looks know so much; the last one for ever. */
async function answerOf(looks: readonly (Partial<StoredToolCall> | 'away')[], signal: AbortSignal) {
  const clock = new ManualClock();
  let looked = 0;
  const log = logOf(clock, {
    ofCall: async () => {
      looked += 1;
      const known = looks[Math.min(looked, looks.length) - 1];
      if (known === 'away' || !known) throw databaseUnavailable(new Error('away'));
      return [{ id: 'call00001', answer: null, changes: true, ...known } as StoredToolCall];
    },
  });
  const told = log.answerOf('call00001', signal).catch(() => 'not read');
  for (let waited = 0; waited < 150_000; waited += 500) {
    await settle();
    clock.advance(500);
  }
  return { told: await told, looked };
}

test('VS37: the answer of a tool of the lost session is told although the database was away at one look', async () => {
  const done = { state: 'done', answer: 'Booked.' } as const;
  const { told, looked } = await answerOf([{ state: 'running' }, 'away', done], new AbortController().signal);
  expect(told).toEqual({ status: 'done', detail: 'Booked.' });
  expect(looked).toBe(3);
});

test('VS37: a database that stays away is not asked for ever, and not at all when the session is over', async () => {
  expect(await answerOf(['away'], new AbortController().signal)).toEqual({ told: 'not read', looked: 240 });
  expect(await answerOf(['away'], AbortSignal.abort())).toEqual({ told: null, looked: 0 });
});
