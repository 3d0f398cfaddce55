/** Work that outlives a request: what each queue is for and how patient it is. */
export interface QueueRules {
  /** How often a failed job is tried again, each wait longer than the one before. */
  readonly retries: number;
  readonly firstRetrySeconds: number;
  /** A job that runs longer than this counts as failed. */
  readonly expireSeconds: number;
}

export const queues = {
  /** Writes what was agreed in a conversation, once it is over. */
  'call-summary': { retries: 4, firstRetrySeconds: 5, expireSeconds: 120 },
} as const satisfies Record<string, QueueRules>;

export type QueueName = keyof typeof queues;

/** What a job carries: ids, never contents. */
export interface JobData {
  'call-summary': { readonly tenantId: string; readonly callId: string };
}
