interface WaitingItem<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects small writes of many calls for a short time and writes them in one statement, which costs less than many. The
 * delay is too short to notice on a page, and a process that dies loses no more than the writes of that time.
 */
export class BatchWriter<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #delayMs: number;
  #waiting: WaitingItem<Item>[] = [];
  #flushRequests = 0;
  #cancel: () => void = () => {};

  constructor(write: (items: readonly Item[]) => Promise<void>, delayMs = 50) {
    this.#write = write;
    this.#delayMs = delayMs;
  }

  /** Resolves when it is stored, rejects when it could not be. */
  add(item: Item): Promise<void> {
    if (this.#waiting.length === 0) this.#flushLater();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
    });
  }

  /** Writes what is waiting now, and later items without delay until the returned function is called. */
  flush(): () => void {
    this.#flushRequests += 1;
    if (this.#waiting.length > 0) void this.#flush();
    let released = false;
    return () => {
      if (!released) this.#flushRequests -= 1;
      released = true;
    };
  }

  #flushLater(): void {
    const flush = () => void this.#flush();
    if (this.#flushRequests > 0) {
      const soon = setImmediate(flush);
      this.#cancel = () => clearImmediate(soon);
    } else {
      const later = setTimeout(flush, this.#delayMs);
      this.#cancel = () => clearTimeout(later);
    }
  }

  async #flush(): Promise<void> {
    this.#cancel();
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      await this.#write(waiting.map(({ item }) => item));
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      if (waiting.length === 1) waiting[0]?.reject(error);
      // A single item may have failed the statement, so each is written by itself.
      else for (const one of waiting) this.#write([one.item]).then(one.resolve, one.reject);
    }
  }
}
