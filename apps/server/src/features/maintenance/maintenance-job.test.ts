import { expect, test } from 'vitest';
import type { JobHandler, ScheduledJob } from '../../ports/jobs.ts';
import { scheduleMaintenance } from './maintenance-job.ts';

const context = { signal: new AbortController().signal, useFallback: false, sentAt: new Date(0) };

async function scheduled() {
  const done: string[] = [];
  const repeated: [ScheduledJob, unknown][] = [];
  const handlers: JobHandler[] = [];
  const tasks = {
    outbox: async () => void done.push('outbox'),
    'expired-rows': async () => void done.push('expired-rows'),
    'unused-knowledge': async () => void done.push('unused-knowledge'),
    'old-tries': async () => void done.push('old-tries'),
    retention: async () => void done.push('retention'),
    'snoozed-follow-ups': async () => void done.push('snoozed-follow-ups'),
    'old-contact-imports': async () => void done.push('old-contact-imports'),
    'report-counts': async () => void done.push('report-counts'),
    recordings: async () => void done.push('recordings'),
    webhooks: async () => void done.push('webhooks'),
    'old-campaigns': async () => void done.push('old-campaigns'),
    'deleted-calls': async () => void done.push('deleted-calls'),
    'connection-holds': async () => void done.push('connection-holds'),
    'connection-health': async () => void done.push('connection-health'),
  };
  await scheduleMaintenance(
    { work: async (_, handler) => void handlers.push(handler) },
    {
      repeat: async (job, rule) => void repeated.push([job, rule]),
      once: async () => {},
      cancel: async () => false,
    },
    tasks,
    'America/Denver',
  );
  return { done, repeated, handle: (data: Record<string, unknown>) => handlers[0]?.(data, context) };
}

test('each task is scheduled for the deployment, the nightly one in its time zone', async () => {
  const { repeated } = await scheduled();
  expect(repeated.map(([{ tenantId, key, data }, rule]) => ({ tenantId, key, data, rule }))).toEqual([
    { tenantId: null, key: 'outbox', data: { task: 'outbox' }, rule: { cron: '*/10 * * * *', zone: 'UTC' } },
    {
      ...{ tenantId: null, key: 'expired-rows', data: { task: 'expired-rows' } },
      rule: { cron: '23 3 * * *', zone: 'America/Denver' },
    },
    {
      ...{ tenantId: null, key: 'unused-knowledge', data: { task: 'unused-knowledge' } },
      rule: { cron: '41 3 * * *', zone: 'America/Denver' },
    },
    {
      ...{ tenantId: null, key: 'old-tries', data: { task: 'old-tries' } },
      rule: { cron: '13 * * * *', zone: 'UTC' },
    },
    {
      ...{ tenantId: null, key: 'retention', data: { task: 'retention' } },
      rule: { cron: '7 1-5 * * *', zone: 'America/Denver' },
    },
    {
      ...{ tenantId: null, key: 'old-contact-imports', data: { task: 'old-contact-imports' } },
      rule: { cron: '17 * * * *', zone: 'UTC' },
    },
    {
      ...{ tenantId: null, key: 'old-campaigns', data: { task: 'old-campaigns' } },
      rule: { cron: '53 3 * * *', zone: 'America/Denver' },
    },
    ...[
      'deleted-calls',
      'snoozed-follow-ups',
      'connection-holds',
      'connection-health',
      'report-counts',
      'recordings',
    ].map((task) => ({
      ...{ tenantId: null, key: task, data: { task } },
      rule: { cron: '* * * * *', zone: 'UTC' },
    })),
    {
      ...{ tenantId: null, key: 'webhooks', data: { task: 'webhooks' } },
      rule: { cron: '29 * * * *', zone: 'UTC' },
    },
  ]);
});

test('a job does the task that it names, and one of another release fails, for a server that knows it', async () => {
  const { done, handle } = await scheduled();
  await handle({ task: 'expired-rows' });
  expect(done).toEqual(['expired-rows']);
  await expect(handle({ task: 'polish' })).rejects.toThrow('knows no maintenance task "polish"');
});
