import type { OpeningStatus, Organization, OrganizationSettings } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { openingAt } from '../../lib/opening-hours.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { OrganizationStore, StoredOrganization } from '../../ports/organization-store.ts';
import { normalizedSettings } from './normalized-settings.ts';

export function organizationEndpoints(
  store: Pick<OrganizationStore, 'get' | 'change'>,
  clock: Clock,
): Pick<Endpoints, 'getOrganization' | 'updateOrganization'> {
  const present = (stored: StoredOrganization): { organization: Organization } => ({
    organization: {
      settings: stored.settings,
      revision: stored.revision,
      changedAt: stored.changedAt?.toISOString() ?? null,
      changedBy: stored.changedBy === null ? null : { displayName: stored.changedBy },
      openingStatus: statusAt(stored.settings, clock.now().getTime()),
    },
  });
  return {
    getOrganization: async ({ caller }) => {
      const stored = await store.get(caller.tenantId);
      if (!stored) throw new Error('A request was admitted for an organization without settings.');
      return present(stored);
    },

    updateOrganization: async ({ caller, body }) => {
      const settings = normalizedSettings(body.settings);
      const result = await store.change({ caller, revision: body.revision, settings });
      if (result.kind === 'stale') throw new AppError('settings_changed', staleSentence);
      return present(result.organization);
    },
  };
}

const staleSentence =
  'Somebody else has changed these settings since you opened them. Nothing was saved. Load their version, or save yours again.';

function statusAt({ openingHours, timeZone }: OrganizationSettings, now: number): OpeningStatus {
  const state = openingAt(openingHours, timeZone, now);
  return state.open
    ? { open: true, closesAt: instantText(state.closesAt) }
    : { open: false, opensAt: instantText(state.opensAt) };
}

function instantText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
