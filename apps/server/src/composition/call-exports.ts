import { createExportReading } from '../adapters/postgres/call-exports/reading.ts';
import { createExportStore } from '../adapters/postgres/call-exports/store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { noRevocations } from '../features/access/token-revocations.ts';
import { type ExportEndpoints, exportEndpoints } from '../features/call-exports/endpoints.ts';
import { RunningExports } from '../features/call-exports/exports.ts';
import type { TokenRevocations } from '../ports/access-changes.ts';
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
  readonly download: OpenDownload;
  /** Ends the files that are being written. */
  stop(): void;
}

/** Calls as files. */
export function openCallExports({ database, clock = wallClock, ...deps }: CallExportsDeps): OpenCallExports {
  const exports = {
    ...createExportStore(database),
    ...createExportReading({
      ...{ database, search: deps.search },
      zoneOf: async (tenantId) => (await deps.organizations.of(tenantId)).timeZone,
    }),
  };
  const running = new RunningExports({
    ...deps,
    revocations: deps.revocations ?? noRevocations,
    exports,
    clock,
  });
  return {
    endpoints: exportEndpoints(exports, running),
    download: (token, gone) => running.download(token, gone),
    stop: () => running.stop(),
  };
}
