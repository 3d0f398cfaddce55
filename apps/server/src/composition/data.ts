import { appendAudit } from '../adapters/postgres/audit/append.ts';
import { createErasures, erasureQueue } from '../adapters/postgres/data/erasures.ts';
import { createRetentionStore } from '../adapters/postgres/data/retention.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createDoNotCallList } from '../adapters/postgres/do-not-call/list.ts';
import { createPersonalData } from '../adapters/postgres/personal-data/personal-data.ts';
import { Carriers } from '../features/calls/carriers.ts';
import { type DataEndpoints, dataEndpoints } from '../features/data/endpoints.ts';
import { createErasureJob } from '../features/data/erasure-job.ts';
import { createErasureRecords, repeatErasures } from '../features/data/erasure-records.ts';
import type { AuditRetention } from '../ports/audit-log.ts';
import type { Carrier } from '../ports/carrier.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { FileStores } from '../ports/file-store.ts';
import type { JobScheduler, JobWorkers } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { NumberDigest } from '../ports/number-digest.ts';

interface DataDeps {
  readonly database: Database;
  readonly jobs: JobWorkers;
  readonly scheduler: JobScheduler;
  readonly files: FileStores;
  readonly auditLog: AuditRetention;
  readonly carriers: () => readonly Carrier[];
  readonly digestOf: NumberDigest;
  readonly clock?: Clock | undefined;
  readonly log: Log;
}

export interface Data {
  readonly endpoints: DataEndpoints;
  /** Takes part in erasing, and erases again whom a restored backup has brought back. */
  start(): Promise<void>;
}

/** What an organization holds about people, and for how long. */
export function openData({
  database,
  jobs,
  files,
  auditLog,
  digestOf,
  log,
  clock = wallClock,
  ...deps
}: DataDeps): Data {
  const personalData = createPersonalData(database, digestOf);
  const erasures = createErasures(database, deps.scheduler, digestOf, () => clock.now());
  const records = createErasureRecords(() => files.current);
  const carriers = new Carriers(deps.carriers);
  return {
    endpoints: dataEndpoints({
      ...{ personalData, erasures, auditLog, clock, retention: createRetentionStore(database) },
      doNotCall: createDoNotCallList(database, digestOf),
      record: ({ tenantId, userId: actor }, action) =>
        database.forTenant(tenantId, (tx) => appendAudit(tx, { tenantId, actor, action, subject: tenantId })),
    }),
    start: async () => {
      await jobs.work(
        erasureQueue,
        createErasureJob({
          ...{ erasures, personalData, clock, log },
          keepRecord: (record) => records.keep(record),
          carrierOf: ({ carrier, carrierAccount }) => carriers.of({ carrier, carrierAccount }),
        }),
      );
      void repeatErasures(erasures, (tenantId) => records.of(tenantId), log).catch((err: unknown) => {
        log.warn({ err }, 'the list of erasures could not be read; a restored backup may hold erased people');
      });
    },
  };
}
