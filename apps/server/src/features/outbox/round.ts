import type { Clock } from '../../ports/clock.ts';
import type { OutboxStore } from '../../ports/outbox.ts';
import type { ConsumerRun } from './consumer-run.ts';
import type { ReaderTimes } from './reader-times.ts';

interface RoundDeps {
  readonly store: Pick<OutboxStore, 'claim' | 'release'>;
  readonly clock: Clock;
  readonly times: Pick<ReaderTimes, 'leaseMs'>;
}

/**
 * Releases what is finished and claims what is due, for all consumers together: the end of a call is for most of them, and
 * to ask for each by itself takes several times as long.
 */
export async function fillRuns(
  runs: readonly ConsumerRun[],
  due: ReadonlySet<string>,
  { store, clock, times }: RoundDeps,
): Promise<void> {
  const haveMore = await releaseFinished(runs, store);
  const wanted = runs
    .map((run) => ({ run, consumer: run.name, most: run.room(due.has(run.name) || haveMore.has(run)) }))
    .filter(({ most }) => most > 0);
  if (wanted.length === 0) return;
  const askedAt = clock.time();
  const asked = wanted.map(({ consumer, most }) => ({ consumer, most }));
  const claims = Map.groupBy(await store.claim(asked, times.leaseMs), ({ consumer }) => consumer);
  for (const { run, consumer, most } of wanted) run.begin(claims.get(consumer) ?? [], most, askedAt);
}

/** Returns those with a subject that has more events, which can be claimed now. */
export async function releaseFinished(
  runs: readonly ConsumerRun[],
  store: Pick<OutboxStore, 'release'>,
): Promise<ReadonlySet<ConsumerRun>> {
  const taken = runs.map((run) => ({ run, finished: run.takeFinished() }));
  const all = taken.flatMap(({ finished }) => finished);
  if (all.length === 0) return new Set();
  try {
    const released = await store.release(all);
    const haveMore = taken.filter(({ finished }) => finished.some(({ token }) => released.get(token)));
    return new Set(haveMore.map(({ run }) => run));
  } catch (error) {
    for (const { run, finished } of taken) run.keepFinished(finished);
    throw error;
  }
}
