import { createCampaignStore } from '../adapters/postgres/campaigns/store.ts';
import { createConsentRulesStore } from '../adapters/postgres/consent/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { NumberExceptions } from '../config/number-types.ts';
import { type CampaignEndpoints, campaignEndpoints } from '../features/campaigns/endpoints.ts';
import { type RunEndpoints, runEndpoints } from '../features/campaigns/run-endpoints.ts';
import { type ConsentEndpoints, consentEndpoints } from '../features/consent/endpoints.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { NumberDigest } from '../ports/number-digest.ts';
import type { Organizations } from '../ports/organization-store.ts';
import { allowedNumbers } from './allowed-numbers.ts';

interface CampaignParts {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly specialNumbers: NumberExceptions;
  readonly digestOf: NumberDigest;
  readonly clock?: Clock | undefined;
}

/** Connects campaigns to the database. */
export function openCampaigns(parts: CampaignParts): {
  readonly endpoints: CampaignEndpoints & RunEndpoints & ConsentEndpoints;
} {
  const { database, organizations, specialNumbers, digestOf, clock = wallClock } = parts;
  const campaigns = createCampaignStore(database, digestOf);
  const isAllowed = allowedNumbers(specialNumbers);
  return {
    endpoints: {
      ...campaignEndpoints({ campaigns, organizations, isAllowed, clock }),
      ...runEndpoints(),
      ...consentEndpoints(createConsentRulesStore(database, digestOf), clock),
    },
  };
}
