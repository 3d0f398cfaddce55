/** Work that outlives a request: what each queue is for and how patient it is. */
export interface QueueRules {
  /** After so many failures the next try is to do without what may have failed it. */
  readonly triesBeforeFallback: number;
  /** How often a failed job is tried again. More often than it may fail: a server that dies costs a try too. */
  readonly retries: number;
  /** Each wait is longer than the one before, up to the longest. */
  readonly firstRetrySeconds: number;
  readonly longestRetrySeconds: number;
  /** A server that works on a job and is not heard of for so long is taken for dead, and the job is tried again. */
  readonly heartbeatSeconds: number;
  /** A job that runs longer than this counts as failed. */
  readonly expireSeconds: number;
}

export const queues = {
  /** Writes what was agreed in a conversation, once it is over. */
  'call-summary': {
    triesBeforeFallback: 4,
    retries: 20,
    firstRetrySeconds: 2,
    longestRetrySeconds: 60,
    heartbeatSeconds: 10,
    expireSeconds: 120,
  },
} as const satisfies Record<string, QueueRules>;

export type QueueName = keyof typeof queues;
