import type { ColumnContent, RegisteredTable } from './registered-table.ts';

const codes = (...names: string[]): Record<string, ColumnContent> =>
  Object.fromEntries(names.map((name) => [name, 'none']));

/** Tables of the job queue, which its library makes. Jobs carry ids, never contents, and no results. */
export const jobTables: readonly RegisteredTable[] = [
  {
    table: 'jobs.job',
    columns: codes(
      ...[
        'name',
        'data',
        'state',
        'singleton_key',
        'group_id',
        'group_tier',
        'output',
        'dead_letter',
        'policy',
      ],
      ...['source_name', 'source_output'],
    ),
    none: 'ids of calls and of what is to be done',
  },
  {
    table: 'jobs.queue',
    columns: codes('name', 'policy', 'dead_letter', 'table_name', 'singletons_active', 'ready_history'),
    none: 'names and settings of queues',
  },
  {
    table: 'jobs.schedule',
    columns: codes('name', 'key', 'kind', 'cron', 'timezone', 'data', 'options'),
    none: 'when jobs of the deployment run',
  },
  { table: 'jobs.subscription', columns: codes('event', 'name'), none: 'names of queues' },
  { table: 'jobs.job_dependency', columns: codes('child_name', 'parent_name'), none: 'ids of jobs' },
  { table: 'jobs.queue_stats', columns: codes('name'), none: 'how many jobs a queue had' },
  {
    table: 'jobs.bam',
    columns: codes('name', 'status', 'queue', 'table_name', 'command', 'error'),
    none: 'changes of the library to its own tables',
  },
  {
    table: 'jobs.warning',
    columns: codes('type', 'message', 'data'),
    none: 'warnings of the library about its queues',
  },
  { table: 'jobs.version', columns: {}, none: 'the version of the tables of the library' },
];
