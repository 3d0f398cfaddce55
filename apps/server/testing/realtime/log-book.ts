export interface WireEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What went over the wire, in order, and waiting for what is still to come. */
export class LogBook {
  readonly entries: WireEvent[] = [];
  readonly #waiting = new Set<() => void>();
  #over: string | null = null;

  write(event: WireEvent): void {
    this.entries.push(event);
    this.#wake();
  }

  /** Nothing more can come; whoever still waits is told so. */
  end(why: string): void {
    this.#over ??= why;
    this.#wake();
  }

  get over(): boolean {
    return this.#over !== null;
  }

  of(type: string): WireEvent[] {
    return this.entries.filter((event) => event.type === type);
  }

  types(): string[] {
    return this.entries.map(({ type }) => type);
  }

  /** The first event of the type that fits, there already or still to come. */
  until(type: string, fits: (event: WireEvent) => boolean = () => true): Promise<WireEvent> {
    return this.#when(
      () => this.entries.find((event) => event.type === type && fits(event)),
      () => `No ${type} came; there were: ${this.types().join(', ')}.`,
    );
  }

  /** Waits until there are so many of the type. */
  async untilCount(type: string, count: number): Promise<WireEvent[]> {
    await this.#when(
      () => (this.of(type).length >= count ? true : undefined),
      () => `Only ${this.of(type).length} of ${count} ${type} came.`,
    );
    return this.of(type).slice(0, count);
  }

  #when<Found>(find: () => Found | undefined, complaint: () => string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === undefined && this.#over === null) return;
        this.#waiting.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`${complaint()} (${this.#over})`));
      };
      this.#waiting.add(look);
      look();
    });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
