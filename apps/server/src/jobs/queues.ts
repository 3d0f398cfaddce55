/** The job queues: retries and time limits of each. */
export interface QueueRules {
  /** After so many failures the job runs with its fallback. */
  readonly triesBeforeFallback: number;
  /** How often a failed job is retried. Higher than `triesBeforeFallback`, because a server that dies uses up a try too. */
  readonly retries: number;
  /** Waits between retries grow up to the longest. */
  readonly firstRetrySeconds: number;
  readonly longestRetrySeconds: number;
  /** A job whose server sends no heartbeat for so long is retried by another. */
  readonly heartbeatSeconds: number;
  /** A job that runs longer than this counts as failed. */
  readonly expireSeconds: number;
}

export const queues = {
  /** Writes the summary of a call after its end. */
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
