export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Events in order, with promises for those still to come. */
export class EventLog {
  readonly entries: WireEvent[] = [];
  readonly #waiting = new Set<() => void>();
  #endReason: string | null = null;

  add(event: WireEvent): void {
    this.entries.push(event);
    this.#wake();
  }

  /** No more events will come; open waits reject with the reason. */
  end(why: string): void {
    this.#endReason ??= why;
    this.#wake();
  }

  get ended(): boolean {
    return this.#endReason !== null;
  }

  ofType(type: string): WireEvent[] {
    return this.entries.filter((event) => event.type === type);
  }

  types(): string[] {
    return this.entries.map(({ type }) => type);
  }

  /** The first event of the type that matches, already received or still to come. */
  until(type: string, fits: (event: WireEvent) => boolean = () => true): Promise<WireEvent> {
    return this.#when(
      () => this.entries.find((event) => event.type === type && fits(event)),
      () => `No ${type} came; there were: ${this.types().join(', ')}.`,
    );
  }

  /** Waits until there are so many events of the type. */
  async untilCount(type: string, count: number): Promise<WireEvent[]> {
    await this.#when(
      () => (this.ofType(type).length >= count ? true : undefined),
      () => `Only ${this.ofType(type).length} of ${count} ${type} came.`,
    );
    return this.ofType(type).slice(0, count);
  }

  #when<Found>(find: () => Found | undefined, message: () => string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined && this.#endReason === null) return;
        this.#waiting.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`${message()} (${this.#endReason})`));
      };
      this.#waiting.add(look);
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
