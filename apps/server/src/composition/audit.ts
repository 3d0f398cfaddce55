import { createAuditLog } from '../adapters/postgres/audit/reading.ts';
import { createAuditRetention } from '../adapters/postgres/audit/retention.ts';
import { createAuditSealing } from '../adapters/postgres/audit/sealing.ts';
import { createStoreReadings } from '../adapters/postgres/audit/store-readings.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { auditEndpoints } from '../features/audit/endpoints.ts';
import { ReadRecorder } from '../features/audit/read-recorder.ts';
import { createRecordReading } from '../features/audit/record-reading.ts';
import { AuditSealer } from '../features/audit/sealer.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { DeploymentKeys } from '../ports/deployment-keys.ts';
import type { Log } from '../ports/log.ts';
import type { Shutdown } from './shutdown.ts';

interface AuditParts {
  readonly database: Database;
  readonly keys: DeploymentKeys;
  readonly log: Log;
  readonly shutdown: Shutdown;
  readonly clock?: Clock | undefined;
}

/** The audit log: what was read is recorded, entries are sealed, administrators see them. */
export function openAudit({ database, keys, log, shutdown, clock = wallClock }: AuditParts) {
  const recorder = new ReadRecorder({ store: createStoreReadings(database), clock, log });
  const sealer = new AuditSealer({ sealing: createAuditSealing(database, keys, log), clock, log });
  shutdown.add('audit log', async () => {
    await recorder.stop();
    await sealer.stop();
  });
  return {
    endpoints: auditEndpoints({ log: createAuditLog(database), recorder, clock }),
    onAnswer: createRecordReading(recorder, clock),
    /** For the retention of the organization. */
    retention: createAuditRetention(database, keys, log),
    start: () => sealer.start(),
  };
}
