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
  /** How many workers of each server take jobs of this queue, independently of each other. */
  readonly workers: number;
  /**
   * How often the first of them looks for jobs. A job that is sent wakes one at once; looking finds those that are retried,
   * and those whose notice was missed.
   */
  readonly pollSeconds: number;
  /** Where a job goes that has used up its retries, with its data. */
  readonly givenUp?: string;
}

/** The other workers look in case the first is busy for long. */
const othersPollTimes = 5;

/** How often a worker looks for jobs; the first is 0. */
export const pollSecondsOf = ({ pollSeconds }: QueueRules, worker: number): number =>
  worker === 0 ? pollSeconds : pollSeconds * othersPollTimes;

export const queues = {
  /** Writes the summary of a call after its end. */
  'call-summary': {
    triesBeforeFallback: 4,
    retries: 20,
    firstRetrySeconds: 2,
    longestRetrySeconds: 60,
    heartbeatSeconds: 10,
    expireSeconds: 120,
    workers: 4,
    pollSeconds: 4,
  },
  /** Says of outcomes that they could not be read. Before the queue whose jobs come here. */
  'call-outcome-given-up': {
    triesBeforeFallback: 20,
    retries: 20,
    firstRetrySeconds: 10,
    longestRetrySeconds: 300,
    heartbeatSeconds: 10,
    expireSeconds: 120,
    workers: 1,
    pollSeconds: 10,
  },
  /** Reads the outcome of a call with a model. */
  'call-outcome': {
    triesBeforeFallback: 4,
    retries: 20,
    firstRetrySeconds: 2,
    longestRetrySeconds: 60,
    heartbeatSeconds: 10,
    expireSeconds: 120,
    workers: 4,
    pollSeconds: 4,
    givenUp: 'call-outcome-given-up',
  },
  /** Adds the contacts of a file. */
  'contact-import': {
    triesBeforeFallback: 20,
    retries: 20,
    firstRetrySeconds: 2,
    longestRetrySeconds: 60,
    heartbeatSeconds: 10,
    expireSeconds: 600,
    workers: 1,
    pollSeconds: 4,
  },
  /** Erases a person, here and at the carrier. It schedules itself again where it has to wait. */
  erasure: {
    triesBeforeFallback: 20,
    retries: 20,
    firstRetrySeconds: 2,
    longestRetrySeconds: 300,
    heartbeatSeconds: 10,
    expireSeconds: 600,
    workers: 1,
    pollSeconds: 10,
  },
  /** Asks a carrier what a call cost. It schedules itself again while the carrier does not tell. */
  'call-price': {
    triesBeforeFallback: 20,
    retries: 20,
    firstRetrySeconds: 10,
    longestRetrySeconds: 300,
    heartbeatSeconds: 10,
    expireSeconds: 60,
    workers: 1,
    pollSeconds: 30,
  },
  /** Takes the recording of a call over from the carrier. It schedules itself again where it has to wait. */
  recording: {
    triesBeforeFallback: 20,
    retries: 20,
    firstRetrySeconds: 10,
    longestRetrySeconds: 300,
    heartbeatSeconds: 10,
    expireSeconds: 600,
    workers: 4,
    pollSeconds: 30,
  },
  /** What the deployment does at fixed times for itself (`schedules.ts`). */
  maintenance: {
    triesBeforeFallback: 6,
    retries: 5,
    firstRetrySeconds: 10,
    longestRetrySeconds: 300,
    heartbeatSeconds: 10,
    expireSeconds: 600,
    // One more, because a night's deletions take minutes and others are due every minute.
    workers: 2,
    pollSeconds: 10,
  },
} as const satisfies Record<string, QueueRules>;

export type QueueName = keyof typeof queues;
