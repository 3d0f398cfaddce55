import type { ContactOfNumber } from '@parley/contract';
import type { Clock } from '../../ports/clock.ts';
import type { ContactStore, KnownNames } from '../../ports/contacts.ts';
import type { LiveFeed } from '../../ports/live-events.ts';
import type { Log } from '../../ports/log.ts';

/** Bounds how long a change that no notice reported is missed. */
const longestAgeMs = 60_000;

interface Kept {
  readonly people: readonly ContactOfNumber[];
  readonly readAt: number;
}

/** What was used lately, and what was before that. A number that is used moves to the first. */
interface NamesOfTenant {
  recent: Map<string, Kept>;
  earlier: Map<string, Kept>;
}

export interface CachedNamesDeps {
  readonly store: Pick<ContactStore, 'byNumbers'>;
  readonly feed: Pick<LiveFeed, 'listen'>;
  readonly clock: Clock;
  readonly log: Log;
  /** How many numbers are kept, those without a contact too. */
  readonly numbersMax?: number;
}

/**
 * Whose number it is, kept until a notice reports a change. A read that was in flight when the notice arrived is for those
 * who asked before it: what it found is not kept.
 */
export class CachedNames implements KnownNames {
  readonly #deps: CachedNamesDeps;
  readonly #half: number;
  readonly #tenants = new Map<string, NamesOfTenant>();
  /** How many numbers are in the `recent` of all tenants. */
  #recent = 0;
  /** Counts the changes, and which of them was the last of a tenant, or of all. */
  #changes = 0;
  readonly #lastOf = new Map<string, number>();
  #lastOfAll = 0;

  constructor(deps: CachedNamesDeps) {
    this.#deps = deps;
    this.#half = Math.max(1, Math.floor((deps.numbersMax ?? 50_000) / 2));
  }

  async listen(): Promise<{ close(): Promise<void> }> {
    return this.#deps.feed.listen({
      onNotice: (notice) => {
        if (notice.kind === 'contact') this.#forget(notice.tenantId, notice.number);
      },
      onGap: () => this.#forgetAll(),
    });
  }

  async of(
    tenantId: string,
    numbers: readonly (string | null)[],
  ): Promise<ReadonlyMap<string, readonly ContactOfNumber[]>> {
    const now = this.#deps.clock.now().getTime();
    const names = this.#namesOf(tenantId);
    const found = new Map<string, readonly ContactOfNumber[]>();
    const missing = new Set<string>();
    for (const number of numbers) {
      if (number === null) continue;
      const kept = this.#kept(names, number);
      if (kept === undefined || now - kept.readAt >= longestAgeMs) missing.add(number);
      else if (kept.people.length > 0) found.set(number, kept.people);
    }
    if (missing.size === 0) return found;
    const before = this.#changes;
    const read = await this.#read(tenantId, [...missing]);
    if (read === null) return found;
    const current = Math.max(this.#lastOfAll, this.#lastOf.get(tenantId) ?? 0) <= before;
    for (const number of missing) {
      const people = read.get(number) ?? [];
      if (people.length > 0) found.set(number, people);
      if (current) this.#keep(this.#namesOf(tenantId), number, { people, readAt: now });
    }
    return found;
  }

  /** A call is shown without a name rather than not at all. */
  async #read(tenantId: string, numbers: readonly string[]) {
    try {
      return await this.#deps.store.byNumbers(tenantId, numbers);
    } catch (err) {
      this.#deps.log.warn({ err }, 'names of contacts could not be read; numbers are shown without them');
      return null;
    }
  }

  #kept({ recent, earlier }: NamesOfTenant, number: string): Kept | undefined {
    const kept = recent.get(number);
    if (kept !== undefined) return kept;
    const old = earlier.get(number);
    if (old !== undefined) {
      earlier.delete(number);
      recent.set(number, old);
      this.#recent += 1;
    }
    return old;
  }

  #keep(names: NamesOfTenant, number: string, kept: Kept): void {
    if (!names.recent.has(number)) this.#recent += 1;
    names.recent.set(number, kept);
    names.earlier.delete(number);
    if (this.#recent > this.#half) this.#age();
  }

  /** Drops what was not used since the last time. */
  #age(): void {
    for (const [tenantId, names] of this.#tenants) {
      if (names.recent.size === 0) this.#tenants.delete(tenantId);
      names.earlier = names.recent;
      names.recent = new Map();
    }
    this.#recent = 0;
  }

  #namesOf(tenantId: string): NamesOfTenant {
    const known = this.#tenants.get(tenantId);
    if (known) return known;
    const names = { recent: new Map<string, Kept>(), earlier: new Map<string, Kept>() };
    this.#tenants.set(tenantId, names);
    return names;
  }

  /** Null: so many that they are not named. */
  #forget(tenantId: string, number: string | null): void {
    this.#changes += 1;
    this.#lastOf.set(tenantId, this.#changes);
    const names = this.#tenants.get(tenantId);
    if (!names) return;
    if (number === null) {
      this.#recent -= names.recent.size;
      this.#tenants.delete(tenantId);
      return;
    }
    if (names.recent.delete(number)) this.#recent -= 1;
    names.earlier.delete(number);
  }

  #forgetAll(): void {
    this.#changes += 1;
    this.#lastOfAll = this.#changes;
    this.#lastOf.clear();
    this.#tenants.clear();
    this.#recent = 0;
  }
}
