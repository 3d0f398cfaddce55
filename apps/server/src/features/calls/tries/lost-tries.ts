import { isTerminal } from '@parley/contract';
import type { Clock } from '../../../ports/clock.ts';
import type { ExclusiveWork } from '../../../ports/exclusive.ts';
import type { Log } from '../../../ports/log.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import type { LostTry, TryStore } from '../../../ports/tries.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { FinishTry } from './finish-try.ts';

export interface LostTriesDeps {
  readonly tries: Pick<TryStore, 'findLost'>;
  readonly life: Pick<CallLifecycle, 'apply'>;
  readonly finishTry: Pick<FinishTry, 'serverGone'>;
  readonly exclusive: ExclusiveWork;
  readonly lookEveryMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** A session is entered in the directory before it begins; a try without one, so long after its start, has lost it. */
const lostAfterMs = 20_000;

/**
 * Ends tries whose server is gone, whether a page still shows them or not: otherwise they count as live, and what they have
 * cost is never added up.
 */
export class LostTries {
  readonly #deps: LostTriesDeps;
  #cancel: () => void = () => {};
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: LostTriesDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#stopped) return;
    this.#cancel = this.#deps.clock.after(this.#deps.lookEveryMs, () => {
      this.#round = this.round().finally(() => this.start());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  /** Of all tries; one server at a time. */
  async round(): Promise<void> {
    const { exclusive, log } = this.#deps;
    await exclusive
      .run('lost tries', () => this.#settle())
      .catch((err: unknown) =>
        log.warn({ err }, 'lost tries could not be ended; will be retried in the next round'),
      );
  }

  /** Of one, whose page is waiting. */
  settleOne(call: CallKey): Promise<void> {
    return this.#settle(call);
  }

  async #settle(one?: CallKey): Promise<void> {
    const { tries, clock } = this.#deps;
    for (const lost of await tries.findLost(new Date(clock.time() - lostAfterMs), one)) await this.#end(lost);
  }

  /** No carrier reports the end of a try by text. The call may have ended, and only the try not. */
  async #end({ call }: LostTry): Promise<void> {
    const { life, finishTry, clock } = this.#deps;
    const at = clock.now();
    let ended = call;
    if (!isTerminal(call.status)) {
      const sid = call.carrierSid ?? '';
      await life.apply({ id: call.id }, { type: 'noted', reason: 'server_stopped', at });
      const update = { sid, status: 'failed', at, endedAt: at, duration: null, answeredBy: null } as const;
      const applied = await life.apply({ id: call.id }, { type: 'carrier', update });
      if (!applied || !isTerminal(applied.call.status)) return;
      ended = applied.call;
    }
    await finishTry.serverGone(ended);
  }
}
