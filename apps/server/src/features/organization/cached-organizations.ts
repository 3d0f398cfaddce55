import type { OrganizationSettings } from '@parley/contract';
import type { Clock } from '../../ports/clock.ts';
import type { LiveFeed } from '../../ports/live-events.ts';
import type { OrganizationStore, Organizations, StartingSettings } from '../../ports/organization-store.ts';

/** Bounds how long a change that no notice reported is missed. */
const longestAgeMs = 60_000;

interface Entry {
  readonly settings: Promise<OrganizationSettings>;
  readonly readAt: number;
}

export interface CachedOrganizationsDeps {
  readonly store: Pick<OrganizationStore, 'settingsForCall'>;
  readonly feed: Pick<LiveFeed, 'listen'>;
  /** For a tenant that this release has not seen yet, such as one that another release has just made. */
  readonly start: StartingSettings;
  readonly clock: Clock;
}

/**
 * Settings of organizations, read once and kept until a notice reports that they changed. A read that is in flight when
 * the notice arrives is for those who asked before it; the next one reads again.
 */
export class CachedOrganizations implements Organizations {
  readonly #deps: CachedOrganizationsDeps;
  readonly #entries = new Map<string, Entry>();

  constructor(deps: CachedOrganizationsDeps) {
    this.#deps = deps;
  }

  async listen(): Promise<{ close(): Promise<void> }> {
    return this.#deps.feed.listen({
      onNotice: (notice) => {
        if (notice.kind === 'listed' && notice.list === 'organization') this.#entries.delete(notice.tenantId);
      },
      onGap: () => this.#entries.clear(),
    });
  }

  of(tenantId: string): Promise<OrganizationSettings> {
    const now = this.#deps.clock.now().getTime();
    const known = this.#entries.get(tenantId);
    if (known && now - known.readAt < longestAgeMs) return known.settings;
    const entry = { settings: this.#read(tenantId), readAt: now };
    this.#entries.set(tenantId, entry);
    entry.settings.catch(() => {
      if (this.#entries.get(tenantId) === entry) this.#entries.delete(tenantId);
    });
    return entry.settings;
  }

  async #read(tenantId: string): Promise<OrganizationSettings> {
    return (await this.#deps.store.settingsForCall(tenantId)) ?? { name: tenantId, ...this.#deps.start };
  }
}
