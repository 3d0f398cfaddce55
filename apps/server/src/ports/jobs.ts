/** A job by the name of its queue; it carries ids, never contents. */
export interface Job {
  readonly queue: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** While a job of this key waits, another one is not added. */
  readonly key: string;
}

/** An open transaction of our database. A job sent within it exists when, and only when, the rest is stored. */
export interface OpenTransaction {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface JobSender {
  send(job: Job, within: OpenTransaction): Promise<void>;
}

export interface JobContext {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** True when it has failed often enough: now it has to do without what may fail it. */
  readonly useFallback: boolean;
  /** When it was asked for; a job may have waited behind others. */
  readonly sentAt: Date;
}

export type JobHandler = (data: Readonly<Record<string, unknown>>, context: JobContext) => Promise<void>;

export interface JobWorkers {
  /** Lets this server take jobs of a queue, a few at a time. A handler that throws is called again later. */
  work(queue: string, handler: JobHandler): Promise<void>;
}
