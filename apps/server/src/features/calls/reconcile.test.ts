import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CarrierCall } from '../../ports/carrier.ts';
import { callTimes } from './call-times.ts';
import { createReconcile, type ReconcileDeps } from './reconcile.ts';

const clock = new ManualClock();
const sendingAt = clock.now();
clock.advance(callTimes.lookup + 1_000);

function waitingCall(id: string, sentAt = sendingAt): CallRecord {
  const numbers = { to: '+12025550123', from: '+15005550006' };
  const waiting = {
    carrier: 'lab',
    carrierAccount: 'AC1',
    carrierSid: null,
    sendingAt: sentAt,
    // It was looked for before, when its time was up.
    checkedAt: clock.now(),
    status: 'queued',
  };
  return { id, ...waiting, ...numbers } as CallRecord;
}

const there = (sid: string): CarrierCall => ({
  ...{ sid, status: 'busy', at: sendingAt, endedAt: null, duration: null, answeredBy: null },
  ...{ from: null, to: null, createdAt: sendingAt },
});

/** Two calls to one number wait and two exist; the first is adopted while the second is being looked for. */
function world(options: { adoptDuringLook: boolean; there?: readonly CarrierCall[]; secondSentAt?: Date }) {
  const first = waitingCall('first');
  const second = waitingCall('second', options.secondSentAt);
  const owners = new Map<string, string>();
  const outcome: string[] = [];
  let looks = 0;
  const deps = {
    clock,
    times: callTimes,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    carriers: {
      of: () => ({
        ...{ name: 'lab', account: 'AC1' },
        find: async () => ({ kind: 'found', calls: options.there ?? [there('CA2'), there('CA1')] }),
      }),
    },
    unfinished: {
      awaitingSid: async () => [first, second].filter(({ id }) => ![...owners.values()].includes(id)),
      knownSids: async () => {
        const owned = new Set(owners.keys());
        looks += 1;
        if (options.adoptDuringLook && looks === 1) owners.set('CA1', 'first');
        return owned;
      },
      markChecked: async () => void outcome.push('later'),
    },
    life: {
      applyUpdate: async (_source: unknown, { sid }: CarrierCall, callId: string) => {
        outcome.push(`${callId} is ${sid}`);
        return { kind: 'ours', call: callId === 'first' ? first : second, changed: true };
      },
      apply: async () => void outcome.push('given up'),
    },
  } as unknown as ReconcileDeps;
  return { reconcile: createReconcile(deps), first, second, outcome };
}

test('CL11: when time is up, several are matched in their order', async () => {
  const { reconcile, second, outcome } = world({ adoptDuringLook: false });
  await reconcile.one(second);
  expect(outcome).toEqual(['second is CA2']);
});

test('CL11: a call adopted while another is looked for does not make that one look lost', async () => {
  const { reconcile, second, outcome } = world({ adoptDuringLook: true });
  await reconcile.one(second);
  expect(outcome).toEqual(['second is CA2']);
});

test('CL11: a call that exists is not lost because two waited for it', async () => {
  const { reconcile, first, second, outcome } = world({ adoptDuringLook: false, there: [there('CA1')] });
  await reconcile.one(first);
  await reconcile.one(second);
  expect(outcome).toEqual(['first is CA1', 'given up']);
});

test('CL11: a call that exists is not given up because a younger one to its number is still on its way', async () => {
  const onItsWay = { there: [there('CA1')], secondSentAt: clock.now() };
  const { reconcile, first, outcome } = world({ adoptDuringLook: false, ...onItsWay });
  await reconcile.one(first);
  expect(outcome).toEqual(['later']);
});

test('CL11: nor does a younger one keep a call from being given up of which there is no trace', async () => {
  const onItsWay = { there: [], secondSentAt: clock.now() };
  const { reconcile, first, outcome } = world({ adoptDuringLook: false, ...onItsWay });
  await reconcile.one(first);
  expect(outcome).toEqual(['given up']);
});

test('CL11: a call that exists is not given up because one reading of the carrier does not show it yet', async () => {
  const { reconcile, first, outcome } = world({ adoptDuringLook: false, there: [] });
  await reconcile.one({ ...first, checkedAt: sendingAt });
  expect(outcome).toEqual(['later']);
  await reconcile.one(first);
  expect(outcome).toEqual(['later', 'given up']);
});
