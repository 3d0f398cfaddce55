import type { Database } from '../adapters/postgres/database.ts';
import { createReportCounting } from '../adapters/postgres/reports/counting.ts';
import { createReportStore } from '../adapters/postgres/reports/store.ts';
import { createCountEvents } from '../features/reports/count-events.ts';
import { reportEndpoints } from '../features/reports/endpoints.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';

/** Figures: counted as events arrive, read by people. What was there before is counted by a maintenance task. */
export function openReports(database: Database, organizations: Organizations) {
  return {
    endpoints: reportEndpoints(createReportStore(database), organizations),
    start: (outbox: OutboxConsumers) => outbox.consume(createCountEvents(createReportCounting(database))),
  };
}
