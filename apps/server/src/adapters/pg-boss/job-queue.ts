import { type ConstructorOptions, type JobWithMetadata, PgBoss } from 'pg-boss';
import { pollSecondsOf, type QueueRules, queues } from '../../jobs/queues.ts';
import type { JobHandler, JobSender, JobWorkers } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import { type JobConnection, jobSchema } from './job-schema.ts';
import { type Wakeable, WorkerWaker } from './worker-waker.ts';

export interface JobQueue extends JobSender, JobWorkers {
  /** Takes no more jobs and waits so long for those that run. */
  stop(waitMs: number): Promise<void>;
}

/** A worker that got a full batch polls again at once. With batches of one, a full queue would wait for every poll. */
const atOnce = 2;
/** How often jobs of servers that have died are looked for. */
const superviseSeconds = 5;

const jobsChannel = 'parley_jobs';

/** Listens on the connection that this server listens on anyway. */
export interface JobNotices {
  listen(
    channel: string,
    listener: { onNotice(payload: string): void; onGap(): void },
  ): Promise<{ close(): Promise<void> }>;
}

export async function openJobQueue(
  system: JobConnection,
  log: Log,
  notices: JobNotices | null = null,
  pollSeconds = pollSecondsOf,
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...(system as ConstructorOptions),
    schema: jobSchema,
    application_name: 'parley jobs',
    max: 3,
    // The tables are migrated by their owner (`prepareJobs`); this role may only use them.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue error; the queue continues by itself'));
  await boss.start();
  const stopping = new AbortController();
  const waker = new WorkerWaker((workerId) => boss.notifyWorker(workerId));
  const listening = await notices?.listen(jobsChannel, {
    onNotice: (queue) => waker.wakeOne(queue),
    onGap: () => waker.wakeAll(),
  });

  return {
    send: async ({ queue, data, key }, within) => {
      await Promise.all([
        boss.send(queue, data, { singletonKey: key, db: within }),
        within.executeSql('select pg_notify($1, $2)', [jobsChannel, queue]),
      ]);
    },

    work: async (queue, handler) => {
      const rules = rulesOf(queue);
      // Workers take jobs independently, so that a slow job does not block the others.
      for (let n = 0; n < rules.workers; n += 1) {
        const worker: Wakeable = { id: null, busy: false };
        const options = {
          batchSize: atOnce,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: pollSeconds(rules, n),
          includeMetadata: true,
          perJobResults: true,
        } as const;
        worker.id = await boss.work(queue, options, async (jobs) => {
          worker.busy = true;
          try {
            return await Promise.all(jobs.map((job) => run(job, handler)));
          } finally {
            worker.busy = false;
          }
        });
        waker.add(queue, worker);
      }
    },

    stop: async (waitMs) => {
      stopping.abort();
      await listening?.close();
      await boss.stop({ graceful: true, timeout: waitMs });
    },
  };

  async function run(job: JobWithMetadata<unknown>, handler: JobHandler) {
    const useFallback = job.retryCount >= rulesOf(job.name).triesBeforeFallback;
    try {
      await handler(job.data as Record<string, unknown>, {
        signal: stopping.signal,
        useFallback,
        sentAt: job.createdOn,
      });
      return { id: job.id, status: 'completed' as const };
    } catch (err) {
      const willRetry = job.retryCount < job.retryLimit;
      log.warn(
        { err, queue: job.name, job: job.id, useFallback, willRetry },
        'background job failed; see queue and willRetry',
      );
      return { id: job.id, status: 'failed' as const };
    }
  }
}

function rulesOf(name: string): QueueRules {
  const [, rules] = Object.entries(queues).find(([queue]) => queue === name) ?? [];
  if (!rules) throw new Error(`There is no job queue "${name}".`);
  return rules;
}
