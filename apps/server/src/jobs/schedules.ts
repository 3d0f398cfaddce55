import type { CronRule } from '../ports/jobs.ts';
import type { QueueName } from './queues.ts';

/** What the deployment does at fixed times for itself. */
export const maintenanceTasks = [
  'outbox',
  'expired-rows',
  'unused-knowledge',
  'old-tries',
  'retention',
  'old-contact-imports',
  'old-campaigns',
  'deleted-calls',
  'snoozed-follow-ups',
  'connection-holds',
  'connection-health',
  'report-counts',
  'recordings',
  'webhooks',
] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

export const maintenanceQueue: QueueName = 'maintenance';

/** The nightly ones in the time zone of the deployment. */
export function maintenanceRules(zone: string): Record<MaintenanceTask, CronRule> {
  return {
    outbox: { cron: '*/10 * * * *', zone: 'UTC' },
    'expired-rows': { cron: '23 3 * * *', zone },
    'unused-knowledge': { cron: '41 3 * * *', zone },
    retention: { cron: '7 1-5 * * *', zone },
    'old-tries': { cron: '13 * * * *', zone: 'UTC' },
    'deleted-calls': { cron: '* * * * *', zone: 'UTC' },
    'snoozed-follow-ups': { cron: '* * * * *', zone: 'UTC' },
    'old-contact-imports': { cron: '17 * * * *', zone: 'UTC' },
    'old-campaigns': { cron: '53 3 * * *', zone },
    'connection-holds': { cron: '* * * * *', zone: 'UTC' },
    'connection-health': { cron: '* * * * *', zone: 'UTC' },
    'report-counts': { cron: '* * * * *', zone: 'UTC' },
    recordings: { cron: '* * * * *', zone: 'UTC' },
    webhooks: { cron: '29 * * * *', zone: 'UTC' },
  };
}
