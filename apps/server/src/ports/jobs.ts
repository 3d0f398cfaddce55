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
