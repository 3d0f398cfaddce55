import { createExportReading } from '../adapters/postgres/call-exports/reading.ts';
import { createExportStore } from '../adapters/postgres/call-exports/store.ts';
import { createCampaignReports } from '../adapters/postgres/campaigns/report-store.ts';
import { createCampaignStore } from '../adapters/postgres/campaigns/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { noRevocations } from '../features/access/token-revocations.ts';
import {
  createOrderFile,
  type ExportEndpoints,
  exportEndpoints,
} from '../features/call-exports/endpoints.ts';
import { RunningExports } from '../features/call-exports/exports.ts';
import { createResultsFile } from '../features/campaigns/results-file.ts';
import type { TokenRevocations } from '../ports/access-changes.ts';
import type { OrderFile } from '../ports/call-exports.ts';
import type { CallSearch } from '../ports/call-search.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { OpenDownload } from '../ports/download.ts';
import type { Log } from '../ports/log.ts';
import type { Organizations } from '../ports/organization-store.ts';

interface CallExportsDeps {
  readonly database: Database;
  readonly organizations: Organizations;
  readonly search: CallSearch;
  readonly revocations?: TokenRevocations | undefined;
  readonly clock?: Clock | undefined;
  readonly log: Log;
}

export interface OpenCallExports {
  readonly endpoints: ExportEndpoints;
  readonly orderFile: OrderFile;
  readonly download: OpenDownload;
  /** Ends the files that are being written. */
  stop(): void;
}

/** Calls, and results of campaigns, as files. */
export function openCallExports({ database, clock = wallClock, ...deps }: CallExportsDeps): OpenCallExports {
  const exports = {
    ...createExportStore(database),
    ...createExportReading({
      ...{ database, search: deps.search },
      zoneOf: async (tenantId) => (await deps.organizations.of(tenantId)).timeZone,
    }),
  };
  const campaigns = createCampaignStore(database);
  const running = new RunningExports({
    ...deps,
    results: createResultsFile({ campaigns, reports: createCampaignReports(database) }),
    revocations: deps.revocations ?? noRevocations,
    exports,
    clock,
  });
  const orderFile = createOrderFile(exports, running);
  return {
    endpoints: exportEndpoints(exports, running, orderFile),
    orderFile,
    download: (token, gone) => running.download(token, gone),
    stop: () => running.stop(),
  };
}
