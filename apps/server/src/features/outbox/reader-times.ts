/** Times and sizes of reading the outbox, in milliseconds where it is a time. */
export const readerTimes = {
  /** Events are looked for this often where no notice arrives. */
  pollMs: 2_000,
  /** Between two rounds, at least: with calls one after the other, each round is for several. */
  pauseMs: 50,
  /** A server that dies leaves its subjects to others after this time. */
  leaseMs: 15_000,
  /** Handling one event takes longer than this: it has failed. */
  handleMs: 60_000,
  firstRetryMs: 1_000,
  longestRetryMs: 5 * 60_000,
  /** Subjects that one server handles at once, for each consumer. */
  subjects: 16,
} as const;

export type ReaderTimes = { readonly [Key in keyof typeof readerTimes]: number };

/** How long a subject waits after so many failures in a row: doubling, up to the longest. */
export function retryDelay(
  failures: number,
  times: Pick<ReaderTimes, 'firstRetryMs' | 'longestRetryMs'>,
): number {
  return Math.min(times.firstRetryMs * 2 ** Math.min(failures, 30), times.longestRetryMs);
}
