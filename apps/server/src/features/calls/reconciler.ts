import type { CallRecord } from '../../ports/call.ts';
import type { UnfinishedCalls } from '../../ports/call-store.ts';
import type { CarrierOwner } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import { accountsAtOnce, type ExclusiveWork } from '../../ports/exclusive.ts';
import type { Log } from '../../ports/log.ts';
import type { LiveSessions } from '../../voice/live-sessions.ts';
import type { CallTimes } from './call-times.ts';
import type { Reconcile } from './reconcile.ts';

export interface ReconcilerDeps {
  readonly unfinished: UnfinishedCalls;
  readonly reconcile: Reconcile;
  readonly exclusive: ExclusiveWork;
  readonly carriers: { readonly all: readonly CarrierOwner[] };
  readonly sessions: Pick<LiveSessions, 'takeActiveCalls'>;
  readonly clock: Clock;
  readonly times: CallTimes;
  readonly log: Log;
}

const batchSize = 100;
const concurrency = 8;

/**
 * At start and at intervals, one server for each carrier account compares calls without recent updates with the
 * carrier. Not a scheduled job: every server first marks its own conversations, and a queue that is full must not delay it
 * (docs/scheduled-jobs.md).
 */
export class Reconciler {
  readonly #deps: ReconcilerDeps;
  #cancel: () => void = () => {};
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { roundsAfterStart, reconcileEvery } = this.#deps.times;
    let before = 0;
    const waits = roundsAfterStart.map((at) => {
      const wait = at - before;
      before = at;
      return wait;
    });
    this.#next([0, ...waits], reconcileEvery);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  async round(): Promise<void> {
    await this.#markLiveCalls();
    // Several at the same time: a carrier that does not answer must not delay the calls of another. Not all: each holds a
    // connection to the database, and every organization may have an account.
    const carriers = this.#deps.carriers.all.values();
    const worker = async () => {
      for (const carrier of carriers) {
        if (this.#stopped) return;
        await this.#roundOf(carrier);
      }
    };
    await Promise.all(Array.from({ length: accountsAtOnce }, worker));
  }

  async #roundOf(carrier: CarrierOwner): Promise<void> {
    const { exclusive, log } = this.#deps;
    try {
      await exclusive.run(`reconcile ${carrier.name} ${carrier.account}`, () => this.#compareAll(carrier));
    } catch (err) {
      log.error(
        { err, carrier: carrier.name },
        'unfinished calls could not be compared with the carrier; will be retried in the next round',
      );
    }
  }

  /**
   * A call with a live session on this server is not compared. If that cannot be stored, the carrier is asked about these
   * calls too.
   */
  async #markLiveCalls(): Promise<void> {
    const { log, unfinished, sessions, clock } = this.#deps;
    const ids = sessions.takeActiveCalls();
    try {
      await unfinished.markLive(ids, clock.now());
    } catch (err) {
      log.warn(
        { err, calls: ids.length },
        'calls with a live session could not be marked as checked; they will be compared with the carrier',
      );
    }
  }

  #next(waits: readonly number[], every: number): void {
    if (this.#stopped) return;
    const [wait = every, ...rest] = waits;
    this.#cancel = this.#deps.clock.after(wait, () => {
      this.#round = this.round().finally(() => this.#next(rest, every));
    });
  }

  async #compareAll(carrier: CarrierOwner): Promise<void> {
    const seen = new Set<string>();
    for (;;) {
      const due = await this.#due(carrier, seen);
      if (due.length === 0 || this.#stopped) return;
      for (const { id } of due) seen.add(id);
      await this.#compare(due);
    }
  }

  async #due(carrier: CarrierOwner, seen: ReadonlySet<string>): Promise<CallRecord[]> {
    const { unfinished, clock, times } = this.#deps;
    const now = clock.now().getTime();
    const before = {
      notSent: new Date(now - times.notSent),
      awaitingSid: new Date(now - times.awaitingSid),
      dialling: new Date(now - times.dialling),
      live: new Date(now - times.live),
      abandoned: new Date(now - times.abandoned),
    };
    // Calls that could not be compared stay due, so the limit grows by their number.
    const due = await unfinished.due(carrier, before, batchSize + seen.size);
    return due.filter(({ id }) => !seen.has(id));
  }

  async #compare(calls: CallRecord[]): Promise<void> {
    const queue = calls.values();
    const worker = async () => {
      for (const call of queue) {
        if (this.#stopped) return;
        await this.#deps.reconcile
          .one(call)
          .catch((err: unknown) =>
            this.#deps.log.error(
              { err, callId: call.id },
              'call could not be compared with the carrier; will be retried in the next round',
            ),
          );
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }
}
