interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Small writes of many calls, carried out together: what one statement costs beyond its rows is paid once. Nobody notices
 * the wait on a page, and a process that dies loses no more than it.
 */
export class BatchWriter<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #waitMs: number;
  #waiting: Waiting<Item>[] = [];
  #hurried = 0;
  #cancel: () => void = () => {};

  constructor(write: (items: readonly Item[]) => Promise<void>, waitMs = 50) {
    this.#write = write;
    this.#waitMs = waitMs;
  }

  /** Resolves when it is stored, rejects when it could not be. */
  add(item: Item): Promise<void> {
    if (this.#waiting.length === 0) this.#flushLater();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
    });
  }

  /** What waits is written now, and what comes is not made to wait, until the returned function is called. */
  flush(): () => void {
    this.#hurried += 1;
    if (this.#waiting.length > 0) void this.#flush();
    let over = false;
    return () => {
      if (!over) this.#hurried -= 1;
      over = true;
    };
  }

  #flushLater(): void {
    const flush = () => void this.#flush();
    if (this.#hurried > 0) {
      const soon = setImmediate(flush);
      this.#cancel = () => clearImmediate(soon);
    } else {
      const later = setTimeout(flush, this.#waitMs);
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
      // One of them may be at fault: each stands for itself then.
      else for (const one of waiting) this.#write([one.item]).then(one.resolve, one.reject);
    }
  }
}
