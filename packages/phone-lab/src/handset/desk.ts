/** How the pages stand: whether calls ring there, and which page holds which call. */
export interface DeskState {
  /** The switch: calls are to ring at the pages. */
  wanted: boolean;
  /** Calls do ring at the pages: they are wanted there, and a page is open. */
  taking: boolean;
  pages: number;
  /** Call to page. */
  held: Record<string, string>;
}

export interface DeskHooks {
  /** Nobody is there any more to answer what rings at the pages. */
  onAbandoned(): void;
  /** The page that held a call did not come back. */
  onForsaken(callSid: string): void;
  onChange(state: DeskState): void;
}

interface Page {
  connections: number;
  leaving: NodeJS.Timeout | null;
}

/** A page that is loaded again is back well before this. */
const awayMs = 4_000;
/** A call whose page is gone is hung up after this: nobody is listening. */
const forsakenMs = 20_000;

/** All open handset pages. A call that rings there is answered by one of them. */
export class Desk {
  readonly #hooks: DeskHooks;
  readonly #pages = new Map<string, Page>();
  readonly #held = new Map<string, string>();
  readonly #patience: { awayMs: number; forsakenMs: number };
  #wanted = true;

  constructor(hooks: DeskHooks, patience = { awayMs, forsakenMs }) {
    this.#hooks = hooks;
    this.#patience = patience;
  }

  get taking(): boolean {
    return this.#wanted && this.#pages.size > 0;
  }

  get state(): DeskState {
    return {
      wanted: this.#wanted,
      taking: this.taking,
      pages: this.#pages.size,
      held: Object.fromEntries(this.#held),
    };
  }

  want(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#hooks.onChange(this.state);
    if (!wanted) this.#hooks.onAbandoned();
  }

  /** A page is open; gives a way to say that it is gone. */
  open(tab: string): () => void {
    const page = this.#pages.get(tab) ?? { connections: 0, leaving: null };
    this.#pages.set(tab, page);
    page.connections += 1;
    if (page.leaving) clearTimeout(page.leaving);
    page.leaving = null;
    this.#hooks.onChange(this.state);
    return () => {
      page.connections -= 1;
      if (page.connections > 0) return;
      page.leaving = setTimeout(() => this.#leave(tab), this.#patience.awayMs);
      page.leaving.unref();
    };
  }

  /** The first page that asks gets the call; false for all others. */
  claim(callSid: string, tab: string): boolean {
    const holder = this.#held.get(callSid);
    if (holder !== undefined && holder !== tab && this.#pages.has(holder)) return false;
    if (holder === tab) return true;
    this.#held.set(callSid, tab);
    this.#hooks.onChange(this.state);
    return true;
  }

  isHeldElsewhere(callSid: string, tab: string): boolean {
    const holder = this.#held.get(callSid);
    return holder !== undefined && holder !== tab && this.#pages.has(holder);
  }

  release(callSid: string): void {
    if (this.#held.delete(callSid)) this.#hooks.onChange(this.state);
  }

  close(): void {
    for (const page of this.#pages.values()) if (page.leaving) clearTimeout(page.leaving);
  }

  #leave(tab: string): void {
    const wasTaking = this.taking;
    this.#pages.delete(tab);
    this.#hooks.onChange(this.state);
    if (wasTaking && !this.taking) this.#hooks.onAbandoned();
    const timer = setTimeout(() => {
      if (this.#pages.has(tab)) return;
      for (const [callSid, holder] of [...this.#held]) if (holder === tab) this.#hooks.onForsaken(callSid);
    }, this.#patience.forsakenMs);
    timer.unref();
  }
}
