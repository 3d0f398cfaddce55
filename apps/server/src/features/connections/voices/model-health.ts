import type { Clock } from '../../../ports/clock.ts';
import type { ModelFailureKind } from '../../../ports/language-model.ts';
import type { Log } from '../../../ports/log.ts';

/** `unknown`: of a model elsewhere, which is judged by what is stored about it. */
export type ModelState = 'up' | 'down' | 'unknown';

/** A connected model on this machine. */
export interface LocalModel {
  readonly tenantId: string;
  readonly id: string;
  readonly url: string;
  readonly model: string;
}

export interface ModelHealthDeps {
  /** The connection with this id, if it is a model on this machine. */
  readonly localModel: (id: string) => LocalModel | null;
  readonly answers: (url: string) => Promise<boolean>;
  /** Another state of a model: open pages of its organization fetch again. */
  readonly onChange: (tenantId: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export const healthTimes = { fresh: 2_000, whileDown: 3_000 } as const;

interface Known {
  readonly state: 'up' | 'down';
  /** When it was asked last. */
  readonly at: number;
  /** When it was found in this state first. */
  readonly since: number;
}

/**
 * Whether models on this machine answer. Each server has a machine of its own, so this is known in memory only. A model is
 * asked before a call that it would speak on, after a conversation in which it failed, and, while it is down, until it is
 * back.
 */
export class ModelHealth {
  readonly #deps: ModelHealthDeps;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<ModelState>>();
  readonly #waiting = new Map<string, () => void>();
  #closed = false;

  constructor(deps: ModelHealthDeps) {
    this.#deps = deps;
  }

  /** Asked anew unless it answered just now. */
  probe(id: string): Promise<ModelState> {
    const known = this.#known.get(id);
    if (known && this.#deps.clock.time() - known.at < healthTimes.fresh) return Promise.resolve(known.state);
    return this.#ask(id);
  }

  /** As far as known; what was never asked counts as up, because only a call can tell. */
  stateOf(id: string): ModelState {
    if (this.#deps.localModel(id) === null) return 'unknown';
    return this.#known.get(id)?.state ?? 'up';
  }

  /** When it was found to be down; null while it is not. */
  downSince(id: string): Date | null {
    const known = this.#known.get(id);
    return known?.state === 'down' ? new Date(known.since) : null;
  }

  /** A conversation had no answer. Whether the next one would have is found out at once. */
  failed(id: string, kind: ModelFailureKind): void {
    if (kind === 'unreachable' || kind === 'cut') void this.#ask(id);
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#waiting.values()) stop();
    this.#waiting.clear();
  }

  #ask(id: string): Promise<ModelState> {
    const running = this.#asking.get(id);
    if (running) return running;
    const asked = this.#look(id).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asked);
    return asked;
  }

  async #look(id: string): Promise<ModelState> {
    const local = this.#deps.localModel(id);
    if (local === null) {
      this.#known.delete(id);
      return 'unknown';
    }
    const state = (await this.#deps.answers(local.url)) ? 'up' : 'down';
    const before = this.#known.get(id);
    const at = this.#deps.clock.time();
    this.#known.set(id, { state, at, since: before?.state === state ? before.since : at });
    if (state !== (before?.state ?? 'up')) this.#report(local, state);
    if (state === 'down') this.#askAgain(id);
    return state;
  }

  #report({ tenantId, model }: LocalModel, state: 'up' | 'down'): void {
    const { log, onChange } = this.#deps;
    if (state === 'down') log.warn({ tenantId, model }, 'the model on this machine does not answer');
    else log.info({ tenantId, model }, 'the model on this machine answers again');
    onChange(tenantId);
  }

  #askAgain(id: string): void {
    if (this.#closed || this.#waiting.has(id)) return;
    const stop = this.#deps.clock.after(healthTimes.whileDown, () => {
      this.#waiting.delete(id);
      void this.#ask(id);
    });
    this.#waiting.set(id, stop);
  }
}
