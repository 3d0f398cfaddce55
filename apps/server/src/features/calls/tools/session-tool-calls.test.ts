import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { databaseUnavailable } from '../../../adapters/postgres/unavailable.ts';
import { sessionToolCalls } from './session-tool-calls.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Whether a tool call may be repeated, in a database that is away for so long. */
async function mayRepeat(awayMs: number, isCounted = true) {
  const clock = new ManualClock();
  const backAt = clock.time() + awayMs;
  let asked = 0;
  const log = sessionToolCalls(
    {
      clock,
      toolCalls: {
        start: async () => true,
        ofCall: async () => [],
        claimTry: async () => {
          asked += 1;
          if (clock.time() < backAt) throw databaseUnavailable(new Error('away'));
          return isCounted;
        },
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
