import type { Database } from '../adapters/postgres/database.ts';
import { createLiveFeed } from '../adapters/postgres/live-feed.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { createOrganizationStore } from '../adapters/postgres/organization-store.ts';
import { CachedOrganizations } from '../features/organization/cached-organizations.ts';
import { organizationEndpoints } from '../features/organization/endpoints.ts';
import { startingSettings } from '../features/organization/starting-settings.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { OrganizationStore, Organizations } from '../ports/organization-store.ts';

export interface OrganizationFeature {
  readonly endpoints: Pick<Endpoints, 'getOrganization' | 'updateOrganization'>;
  readonly organizations: Organizations;
  readonly store: Pick<OrganizationStore, 'get'>;
  /** Stores what a tenant's organization starts with, unless it has settings. */
  readonly ensure: (tenantId: string) => Promise<void>;
  /** To be called before the server listens, so that no change is missed. */
  listenForChanges(): Promise<{ close(): Promise<void> }>;
}

/** Connects the settings of organizations to the database. */
export function openOrganization(
  deployment: { readonly timeZone: string; readonly country: string | null },
  database: Database,
  notices: NoticeConnection,
  clock: Clock = wallClock,
): OrganizationFeature {
  const store = createOrganizationStore(database);
  const start = startingSettings(deployment);
  const feed = createLiveFeed(database, notices);
  const organizations = new CachedOrganizations({ store, feed, start, clock });
  return {
    endpoints: organizationEndpoints(store, clock),
    organizations,
    store,
    ensure: (tenantId) => store.ensure(tenantId, start),
    listenForChanges: () => organizations.listen(),
  };
}
