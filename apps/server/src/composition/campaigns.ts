import { createCampaignDispatch } from '../adapters/postgres/campaigns/dispatch.ts';
import { createCampaignReports } from '../adapters/postgres/campaigns/report-store.ts';
import { createCampaignRuns } from '../adapters/postgres/campaigns/runs.ts';
import { createCampaignStore } from '../adapters/postgres/campaigns/store.ts';
import { createConsentRulesStore } from '../adapters/postgres/consent/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createExclusiveWork } from '../adapters/postgres/exclusive-work.ts';
import type { NumberExceptions } from '../config/number-types.ts';
import { CampaignDispatcher } from '../features/campaigns/dispatcher.ts';
import { type CampaignEndpoints, campaignEndpoints } from '../features/campaigns/endpoints.ts';
import { createPlaceAttempts } from '../features/campaigns/place-attempts.ts';
import {
  type CampaignReportEndpoints,
  campaignReportEndpoints,
} from '../features/campaigns/report-endpoints.ts';
import { type RunEndpoints, runEndpoints } from '../features/campaigns/run-endpoints.ts';
import { createCampaignConsumer, createSettleCall } from '../features/campaigns/settle-attempts.ts';
import { createTypicalLength } from '../features/campaigns/typical-length.ts';
import { type ConsentEndpoints, consentEndpoints } from '../features/consent/endpoints.ts';
import type { OrderFile } from '../ports/call-exports.ts';
import type { CallStore } from '../ports/call-store.ts';
import type { CampaignCalls } from '../ports/campaign-runs.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { NumberDigest } from '../ports/number-digest.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';
import { allowedNumbers } from './allowed-numbers.ts';

interface CampaignParts {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly specialNumbers: NumberExceptions;
  readonly digestOf: NumberDigest;
  readonly calls: CampaignCalls;
  readonly store: Pick<CallStore, 'find'>;
  readonly outbox: OutboxConsumers;
  readonly orderFile: OrderFile;
  readonly log: Log;
  readonly clock?: Clock | undefined;
}

export interface Campaigns {
  readonly endpoints: CampaignEndpoints & RunEndpoints & CampaignReportEndpoints & ConsentEndpoints;
  readonly dispatcher: CampaignDispatcher;
  /** From then on this server takes part in calling people and in hearing of what came of it. */
  start(): Promise<void>;
}

/** Connects campaigns to the database and to calls. */
export function openCampaigns(parts: CampaignParts): Campaigns {
  const { database, organizations, specialNumbers, digestOf, calls, log, clock = wallClock } = parts;
  const campaigns = createCampaignStore(database, digestOf);
  const isAllowed = allowedNumbers(specialNumbers);
  const dispatch = createCampaignDispatch(database, digestOf);
  const runs = createCampaignRuns(database);
  const settle = createSettleCall({ dispatch, clock });
  const attempts = createPlaceAttempts({ dispatch, calls, settle, clock, log });
  const exclusive = createExclusiveWork(database);
  const typicalLength = createTypicalLength(campaigns, clock);
  const dispatcher = new CampaignDispatcher({
    ...{ dispatch, calls, attempts, organizations, typicalLength, exclusive, clock, log },
  });
  return {
    endpoints: {
      ...campaignEndpoints({ campaigns, organizations, isAllowed, clock, calls }),
      ...runEndpoints({ campaigns, runs, dispatch, attempts, calls, organizations, typicalLength, clock }),
      ...campaignReportEndpoints({
        ...{ reports: createCampaignReports(database, digestOf), campaigns, orderFile: parts.orderFile },
      }),
      ...consentEndpoints(createConsentRulesStore(database, digestOf), clock),
    },
    dispatcher,
    start: async () => {
      await parts.outbox.consume(createCampaignConsumer({ dispatch, calls: parts.store, settle, clock }));
      dispatcher.start();
    },
  };
}
