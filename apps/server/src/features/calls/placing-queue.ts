import { AppError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';

export interface PlacingQueueOptions {
  /** How many calls are placed at the same time: carriers limit concurrent requests. */
  readonly concurrency: number;
  /** How many requests may wait; each holds a socket and its body. */
  readonly maxWaiting: number;
  /** How long each may wait. */
  readonly maxWaitMs: number;
}

export const placingQueueOptions: PlacingQueueOptions = {
  concurrency: 40,
  maxWaiting: 2_000,
  maxWaitMs: 10_000,
};

interface Waiting {
  readonly begin: () => void;
  readonly cancel: () => void;
}

/**
 * Requests wait here without holding a lock or a database connection. Tenants take turns, so that one that places hundreds
 * of calls does not block the others. A request that would wait too long is refused before anything is stored.
 */
export class PlacingQueue {
  readonly #clock: Clock;
  readonly #options: PlacingQueueOptions;
  /** In the order in which the tenants get their next turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  #length = 0;
  #running = 0;

  constructor(clock: Clock, options: PlacingQueueOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.concurrency) this.#running += 1;
    else await this.#waitForTurn(tenantId);
    try {
      return await work();
    } finally {
      // The next request takes over this slot, so a new one cannot overtake it.
      if (!this.#beginNext()) this.#running -= 1;
    }
  }

  #waitForTurn(tenantId: string): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    if (this.#length >= maxWaiting) throw busy();
    return new Promise<void>((resolve, reject) => {
      const cancel = this.#clock.after(maxWaitMs, () => {
        this.#remove(tenantId, waiting);
        reject(busy());
      });
      const waiting: Waiting = { begin: resolve, cancel };
      const others = this.#waiting.get(tenantId);
      if (others) others.push(waiting);
      else this.#waiting.set(tenantId, [waiting]);
      this.#length += 1;
    });
  }

  #beginNext(): boolean {
    const [first] = this.#waiting;
    if (!first) return false;
    const [tenantId, queue] = first;
    const next = queue.shift();
    // Deleted and set again: the tenant moves behind all others.
    this.#waiting.delete(tenantId);
    if (queue.length > 0) this.#waiting.set(tenantId, queue);
    if (!next) return false;
    this.#length -= 1;
    next.cancel();
    next.begin();
    return true;
  }

  #remove(tenantId: string, gone: Waiting): void {
    const rest = this.#waiting.get(tenantId)?.filter((waiting) => waiting !== gone) ?? [];
    if (rest.length > 0) this.#waiting.set(tenantId, rest);
    else this.#waiting.delete(tenantId);
    this.#length -= 1;
  }
}

const retryAfterSeconds = 5;

const busy = () =>
  new AppError(
    'server_busy',
    `Too many calls are being placed right now. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
