/** A job by the name of its queue; it carries ids, never contents. */
export interface Job {
  readonly queue: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** While a job with this key is waiting, another one is not added. */
  readonly key: string;
}

/** An open transaction of our database. A job sent within it is stored if and only if the transaction commits. */
export interface OpenTransaction {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface JobSender {
  send(job: Job, within: OpenTransaction): Promise<void>;
}

export interface JobContext {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** True after several failures: the job is to finish without the service that failed. */
  readonly useFallback: boolean;
  /** When it was sent; a job may have waited behind others. */
  readonly sentAt: Date;
}

export type JobHandler = (data: Readonly<Record<string, unknown>>, context: JobContext) => Promise<void>;

export interface JobWorkers {
  /** Lets this server take jobs of a queue, a few at a time. A handler that throws is called again later. */
  work(queue: string, handler: JobHandler): Promise<void>;
}

/** Times that come again: minute, hour, day of month, month and weekday, as in cron, in an IANA time zone. */
export interface CronRule {
  readonly cron: string;
  readonly zone: string;
}

/** A job that is sent later. Queue, key and tenant name its schedule: a second one with the same replaces the first. */
export interface ScheduledJob extends Job {
  /** Whose job it is; null for one of the whole deployment. */
  readonly tenantId: string | null;
}

export type ScheduleName = Pick<ScheduledJob, 'queue' | 'key' | 'tenantId'>;

/**
 * Sends jobs at their time, each once for the deployment, whichever of its servers are running. A job may arrive late
 * and may be called again after its server died, like every job; it decides from the stored state what is to be done.
 * Given an open transaction, the schedule changes if and only if that commits.
 */
export interface JobScheduler {
  /** At each time of the rule. Times that pass while no server runs are made up for once. */
  repeat(job: ScheduledJob, rule: CronRule, within?: OpenTransaction): Promise<void>;
  /** Once, at this time or, where it has passed, at once. */
  once(job: ScheduledJob, at: Date, within?: OpenTransaction): Promise<void>;
  /** False when there is no such schedule: never made, cancelled, or sent already. */
  cancel(name: ScheduleName, within?: OpenTransaction): Promise<boolean>;
}

/** Where schedules are kept. */
export interface ScheduleStore {
  put(job: ScheduledJob, rule: CronRule | null, nextAt: Date, within?: OpenTransaction): Promise<void>;
  remove(name: ScheduleName, within?: OpenTransaction): Promise<boolean>;
  /**
   * Takes one schedule that is due and that no other server is taking, except those that are left out, and has its job
   * sent and its next time stored in one transaction; without a next time it is removed. Null when none is due.
   */
  takeDue(now: Date, leftOut: readonly number[], next: NextRun): Promise<TakenSchedule | null>;
}

/** The next time of a rule. */
export type NextRun = (rule: CronRule, after: Date) => Date | null;

export interface TakenSchedule extends ScheduleName {
  readonly id: number;
  readonly dueAt: Date;
  /** What kept it from being sent; its time has not changed then. */
  readonly error?: unknown;
}
