/** Text that arrives in pieces, taken out in whole lines. */
export class LineQueue implements AsyncIterable<readonly string[]> {
  /** Something has been answered. */
  begun = false;
  /** Called when nobody reads any more. */
  onLeave: () => void = () => {};
  #lines: string[] = [];
  #rest = '';
  #over = false;
  #error: Error | null = null;
  #wake: () => void = () => {};

  /** All of it has arrived. */
  get complete(): boolean {
    return this.#over && this.#error === null;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    this.#lines.push(...lines);
    this.#wake();
  }

  end(): void {
    if (this.#rest !== '') this.#lines.push(this.#rest);
    this.#rest = '';
    this.#over = true;
    this.#wake();
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#over = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly string[]> {
    try {
      for (;;) {
        if (this.#lines.length > 0) yield this.#lines.splice(0);
        else if (this.#error) throw this.#error;
        else if (this.#over) return;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      this.onLeave();
    }
  }
}
