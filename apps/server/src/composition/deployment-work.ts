import type { JobQueue } from '../adapters/pg-boss/job-queue.ts';
import { createCallStore } from '../adapters/postgres/call-store.ts';
import { createCampaignStore } from '../adapters/postgres/campaigns/store.ts';
import { createContactImports } from '../adapters/postgres/contacts/imports.ts';
import { createRetentionStore } from '../adapters/postgres/data/retention.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createExpiredRows } from '../adapters/postgres/expired-rows.ts';
import { createFollowUpWork } from '../adapters/postgres/follow-ups/work.ts';
import { createKnowledgeSearch } from '../adapters/postgres/knowledge-search.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { createOutboxStore } from '../adapters/postgres/outbox-store.ts';
import { createReportCounting } from '../adapters/postgres/reports/counting.ts';
import { createScheduleStore } from '../adapters/postgres/schedule-store.ts';
import { createTryStore } from '../adapters/postgres/try-store.ts';
import { ManualCallPriority } from '../features/calls/manual-call-priority.ts';
import { createRemoveOldTries } from '../features/calls/tries/remove-old-tries.ts';
import { createRemoveOldCampaigns } from '../features/campaigns/remove-old-campaigns.ts';
import { createRemoveOldImports } from '../features/contacts/remove-old-imports.ts';
import { createApplyRetention } from '../features/data/apply-retention.ts';
import { createWakeSnoozed } from '../features/follow-ups/wake-snoozed.ts';
import { createRemoveUnusedKnowledge } from '../features/knowledge/remove-unused-knowledge.ts';
import { type Maintenance, scheduleMaintenance } from '../features/maintenance/maintenance-job.ts';
import { createRemoveDeletedCalls } from '../features/maintenance/remove-deleted-calls.ts';
import { createRemoveExpiredRows } from '../features/maintenance/remove-expired-rows.ts';
import { createMaintainOutbox } from '../features/outbox/maintain-outbox.ts';
import { OutboxReader } from '../features/outbox/outbox-reader.ts';
import { createCountPast } from '../features/reports/count-past.ts';
import { Scheduler } from '../jobs/scheduler.ts';
import type { AuditRetention } from '../ports/audit-log.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { JobScheduler } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';
import type { Shutdown } from './shutdown.ts';

/** How long events that are being handled may take to finish when the server stops. */
const outboxStopTimeoutMs = 5_000;

/** Work that belongs to the deployment and not to a request: what is scheduled, and who reads the outbox. */
export interface DeploymentWork {
  readonly scheduler: JobScheduler;
  /** Whoever is to hear of changes, such as webhooks, consumes the outbox here. */
  readonly outbox: OutboxConsumers;
  /** While somebody places a call it does not begin with the events of others. */
  readonly manualCalls: ManualCallPriority;
  start(): Promise<void>;
}

export function openDeploymentWork(
  database: Database,
  notices: NoticeConnection,
  jobs: JobQueue,
  timeZone: string,
  otherTasks: Pick<Maintenance, 'connection-holds' | 'connection-health' | 'recordings' | 'webhooks'>,
  auditLog: AuditRetention,
  log: Log,
  shutdown: Shutdown,
  clock: Clock = wallClock,
): DeploymentWork {
  const scheduler = new Scheduler({ store: createScheduleStore(database, jobs), clock, log });
  const store = createOutboxStore(database, notices);
  const manualCalls = new ManualCallPriority(clock);
  const outbox = new OutboxReader({ store, clock, log, giveWay: () => manualCalls.giveWay() });
  shutdown.add('outbox reader', () => outbox.stop(outboxStopTimeoutMs));
  shutdown.add('scheduler', () => scheduler.stop());
  const search = createKnowledgeSearch(database);
  const tasks: Maintenance = {
    ...otherTasks,
    outbox: createMaintainOutbox(store, clock, log),
    'expired-rows': createRemoveExpiredRows(createExpiredRows(database), clock, log),
    'unused-knowledge': createRemoveUnusedKnowledge(search, clock, log),
    'snoozed-follow-ups': createWakeSnoozed(createFollowUpWork(database), clock),
    'deleted-calls': createRemoveDeletedCalls(createCallStore(database, jobs), log),
    'old-campaigns': createRemoveOldCampaigns(createCampaignStore(database), clock, log),
    'old-contact-imports': createRemoveOldImports(createContactImports(database, jobs), clock, log),
    retention: createApplyRetention(createRetentionStore(database), auditLog, clock, log),
    'report-counts': createCountPast(createReportCounting(database), clock, log),
    'old-tries': createRemoveOldTries(createTryStore(database, notices), search, clock, log),
  };
  return {
    ...{ scheduler, outbox, manualCalls },
    start: async () => {
      await scheduleMaintenance(jobs, scheduler, tasks, timeZone);
      scheduler.start();
    },
  };
}
