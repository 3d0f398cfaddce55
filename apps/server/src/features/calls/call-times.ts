/** Time limits and intervals of a call, in milliseconds. Tests divide all of them by the same speed. */
export const callTimes = {
  /** The reconciler runs this often, and a few times sooner after a start. */
  reconcileEvery: 30_000,
  roundsAfterStart: [6_000, 16_000],

  // How long a call may stand still before the carrier is asked. The longest of these and one turn of the
  // reconciler stay below the 90 s within which we know what the carrier knows.
  notSent: 5_000,
  awaitingSid: 12_000,
  dialling: 20_000,
  live: 40_000,

  /** A call that may exist is looked for this long. */
  lookup: 45_000,
  /** The carrier's reads lag behind: only a call older than this is believed to be missing. */
  missing: 60_000,

  /** Longer than any call lasts: one that nobody could compare for so long is over, whoever's it was. */
  abandoned: 5 * 60 * 60_000,

  /** First looks after an unknown outcome; callbacks are usually faster. */
  checksAfterUnknown: [2_000, 10_000],
  /** An inbound call is answered by our document, and no callback says so. */
  checksAfterInbound: [1_500, 5_000],

  /** Looks after a word that a call is over which did not tell its length; callbacks are usually faster. */
  checksAfterEnd: [1_500, 5_000],

  /** How long a hang-up waits for the carrier to say that the call is over. */
  endWait: 5_000,
  endPoll: 400,
  /** How long the last words of an ended call may take to be stored, wherever its session runs. */
  settle: 10_000,
  settlePoll: 150,
  /** How long a model may take to write a summary. */
  summary: 60_000,
  /** How long a repeated request waits for the outcome of the first. */
  repeatWait: 15_000,
  repeatPoll: 100,
} as const;

export type CallTimes = {
  readonly [Key in keyof typeof callTimes]: (typeof callTimes)[Key] extends readonly number[]
    ? readonly number[]
    : number;
};

export function timesAtSpeed(times: CallTimes, speed: number): CallTimes {
  const divided = Object.entries(times).map(([key, value]) => [
    key,
    typeof value === 'number' ? value / speed : value.map((ms) => ms / speed),
  ]);
  return Object.fromEntries(divided) as CallTimes;
}
