import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type {
  FinishedClaim,
  HeldClaim,
  OutboxClaim,
  OutboxConsumer,
  OutboxStore,
  StoredEvent,
  WantedClaims,
} from '../../ports/outbox.ts';
import { ConsumerRun } from './consumer-run.ts';
import { readerTimes, retryDelay } from './reader-times.ts';
import { fillRuns, releaseFinished } from './round.ts';

const callId = '019a0000-0000-7000-8000-000000000001';

function claimOf(token: string, ids: number[], failures = 0): OutboxClaim {
  const event = { type: 'call.ringing', version: 1, callId } as const;
  const about = { tenantId: 'one', subject: token, createdAt: new Date(0) };
  return { ...about, token, consumer: 'test', failures, events: ids.map((id) => ({ ...about, id, event })) };
}

function harness(claims: OutboxClaim[], handle: OutboxConsumer['handle']) {
  const clock = new ManualClock();
  const released: FinishedClaim[] = [];
  const renewals: (readonly HeldClaim[])[] = [];
  const warnings: object[] = [];
  let stillHeld: (held: readonly HeldClaim[]) => Promise<ReadonlySet<string>> = async (held) =>
    new Set(held.map(({ token }) => token));
  const store = {
    claim: async ([wanted]: readonly WantedClaims[]) => claims.splice(0, wanted?.most),
    renew: (held: readonly HeldClaim[]) => {
      renewals.push(held);
      return stillHeld(held);
    },
    release: async (finished: readonly FinishedClaim[]) => {
      released.push(...finished);
      return new Map(finished.map(({ token }) => [token, false]));
    },
  } as unknown as OutboxStore;
  const log = { debug() {}, info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) };
  const run: ConsumerRun = new ConsumerRun(
    { name: 'test', start: 'now', handle },
    { store, clock, log, times: readerTimes, onFree: () => void fill() },
  );
  const fill = () => fillRuns([run], new Set(['test']), { store, clock, times: readerTimes });
  const settle = async (ms: number) => {
    clock.advance(ms);
    for (let n = 0; n < 5; n += 1) await turn();
  };
  const held = (answer: typeof stillHeld) => {
    stillHeld = answer;
  };
  const release = () => releaseFinished([run], store);
  return { run, fill, release, clock, released, renewals, warnings, settle, held };
}

/** Never settles by itself, and reports what its signal was aborted with. */
function stuck() {
  const aborts: unknown[] = [];
  const handle = (_: StoredEvent, signal: AbortSignal) =>
    new Promise<void>(() => {
      signal.addEventListener('abort', () => aborts.push((signal.reason as Error).message));
    });
  return { aborts, handle };
}

test('OB6 waits double with each failure in a row, up to five minutes', () => {
  expect([0, 1, 2, 9, 60, 5_000].map((failures) => retryDelay(failures, readerTimes))).toEqual([
    1_000, 2_000, 4_000, 300_000, 300_000, 300_000,
  ]);
});

test('OB6 an event that fails is released with what was done before it, and later ones are not handled', async () => {
  const handled: number[] = [];
  const { fill, released, warnings, settle } = harness(
    [claimOf('a', [1, 2, 3], 4), claimOf('b', [4], 2)],
    async ({ id }) => {
      if (id === 2 || id === 4) throw new Error('no');
      handled.push(id);
    },
  );
  await fill();
  await settle(0);
  expect(handled).toEqual([1]);
  expect(released).toEqual([
    { token: 'b', through: null, retryAfterMs: 4_000 },
    // Another event than the one that failed four times.
    { token: 'a', through: 1, retryAfterMs: 1_000 },
  ]);
  expect(warnings).toMatchObject([
    { eventId: 4, failures: 3 },
    { eventId: 2, failures: 1 },
  ]);
});

test('OB6 an event that takes longer than a minute has failed and is told to stop', async () => {
  const { aborts, handle } = stuck();
  const { fill, released, settle } = harness([claimOf('a', [1])], handle);
  await fill();
  for (let at = 0; at < readerTimes.handleMs; at += 5_000) await settle(5_000);
  expect(aborts).toEqual(['Handling the event took too long.']);
  expect(released).toEqual([{ token: 'a', through: null, retryAfterMs: 1_000 }]);
});

test('OB8 claims are renewed while they are handled, with how far each has come', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fill, renewals, released, settle } = harness([claimOf('a', [1, 2])], ({ id }) =>
    id === 2 ? promise : Promise.resolve(),
  );
  await fill();
  await settle(0);
  await settle(readerTimes.leaseMs / 3);
  await settle(readerTimes.leaseMs / 3);
  expect(renewals).toEqual([[{ token: 'a', through: 1 }], [{ token: 'a', through: 1 }]]);
  resolve();
  await settle(0);
  expect(released).toEqual([{ token: 'a', through: 2, retryAfterMs: null }]);
  await settle(10 * readerTimes.leaseMs);
  expect(renewals).toHaveLength(2);
});

test('OB8 a handler is told to stop when another server has its subject', async () => {
  const { aborts, handle } = stuck();
  const { fill, released, warnings, settle, held } = harness([claimOf('a', [1])], handle);
  await fill();
  held(async () => new Set());
  await settle(readerTimes.leaseMs / 3);
  expect(aborts).toEqual(['Another server may have taken the subject.']);
  // No failure of the event.
  expect(released).toEqual([{ token: 'a', through: null, retryAfterMs: null }]);
  expect(warnings).toEqual([]);
});

test('OB8 a handler is told to stop when its claim could not be renewed for as long as it lasts, and not before', async () => {
  const { aborts, handle } = stuck();
  const { fill, settle, held } = harness([claimOf('a', [1])], handle);
  await fill();
  held(() => Promise.reject(new Error('the database is away')));
  await settle(readerTimes.leaseMs / 3);
  await settle(readerTimes.leaseMs / 3);
  expect(aborts).toEqual([]);
  await settle(readerTimes.leaseMs / 3);
  expect(aborts).toEqual(['Another server may have taken the subject.']);
});

test('a server that stops waits for its handlers, and then tells them to', async () => {
  const { aborts, handle } = stuck();
  const { run, fill, release, released, settle } = harness([claimOf('a', [1])], handle);
  await fill();
  let stopped = false;
  const stopping = run.stop(2_000).then(() => {
    stopped = true;
  });
  await settle(1_000);
  expect([stopped, aborts]).toEqual([false, []]);
  await settle(1_000);
  await stopping;
  await release();
  expect(aborts).toEqual(['The server stops.']);
  expect(released).toEqual([{ token: 'a', through: null, retryAfterMs: null }]);
});

test('OB9 an event of a newer release fails like one that cannot be handled', async () => {
  const [first] = claimOf('a', [1]).events;
  const unknown = { ...claimOf('a', []), events: [{ ...(first as StoredEvent), event: null }] };
  const { fill, released, settle } = harness([unknown], async () => {});
  await fill();
  await settle(0);
  expect(released).toEqual([{ token: 'a', through: null, retryAfterMs: 1_000 }]);
});
