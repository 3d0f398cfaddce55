/** Whether calls ring on the open pages, and which page has which call. */
export interface HandsetState {
  /** The switch: calls are to ring on open pages. */
  wanted: boolean;
  /** Calls do ring on a page: the switch is on and a page is open. */
  taking: boolean;
  pages: number;
  /** The page of each call, by call sid. */
  held: Record<string, string>;
}

export interface HandsetHooks {
  /** No page can answer any more: the switch is off or the last page is closed. */
  onUnavailable(): void;
  /** The page that had a call did not come back. */
  onPageLost(callSid: string): void;
  onChange(state: HandsetState): void;
}

interface Page {
  connections: number;
  leaving: NodeJS.Timeout | null;
}

/** A page that is reloaded is back before this. */
const reloadMs = 4_000;
/** A call whose page stays closed is hung up after this. */
const hangUpMs = 20_000;

/** The open handset pages. A call that rings on them is answered by one. */
export class HandsetPages {
  readonly #hooks: HandsetHooks;
  readonly #pages = new Map<string, Page>();
  readonly #held = new Map<string, string>();
  readonly #timeouts: { reloadMs: number; hangUpMs: number };
  #wanted = true;

  constructor(hooks: HandsetHooks, timeouts = { reloadMs, hangUpMs }) {
    this.#hooks = hooks;
    this.#timeouts = timeouts;
  }

  get taking(): boolean {
    return this.#wanted && this.#pages.size > 0;
  }

  get state(): HandsetState {
    return {
      wanted: this.#wanted,
      taking: this.taking,
      pages: this.#pages.size,
      held: Object.fromEntries(this.#held),
    };
  }

  setWanted(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#hooks.onChange(this.state);
    if (!wanted) this.#hooks.onUnavailable();
  }

  /** A page connects; the returned function disconnects it. */
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
      page.leaving = setTimeout(() => this.#leave(tab), this.#timeouts.reloadMs);
      page.leaving.unref();
    };
  }

  /** The first page that claims a call gets it; false for all others. */
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
    if (wasTaking && !this.taking) this.#hooks.onUnavailable();
    const timer = setTimeout(() => {
      if (this.#pages.has(tab)) return;
      for (const [callSid, holder] of [...this.#held]) if (holder === tab) this.#hooks.onPageLost(callSid);
    }, this.#timeouts.hangUpMs);
    timer.unref();
  }
}
