/** Time limits and intervals of a call, in milliseconds. Tests divide all of them by the same speed. */
export const callTimes = {
  /** The reconciler runs this often, and sooner after a start. */
  reconcileEvery: 30_000,
  roundsAfterStart: [6_000, 16_000],

  // How long a call may go without an update before the carrier is asked. The longest of these plus one interval of the
  // reconciler is below 90 s, the time within which our rows agree with the carrier.
  notSent: 5_000,
  awaitingSid: 12_000,
  dialling: 20_000,
  live: 40_000,

  /** A call that may exist is looked for this long. */
  lookup: 45_000,
  /** The carrier's reads lag behind: only a call older than this counts as missing. */
  missing: 60_000,

  /** Longer than any call lasts: a call that no server could compare for so long is over. */
  abandoned: 5 * 60 * 60_000,

  /** First checks after an unknown outcome; callbacks are usually faster. */
  checksAfterUnknown: [2_000, 10_000],
  /** No callback reports that an inbound call was answered. */
  checksAfterInbound: [1_500, 5_000],

  /** Checks after an update that ended a call without its duration; callbacks are usually faster. */
  checksAfterEnd: [1_500, 5_000],

  /** How long a hang-up waits for the carrier to report the end. */
  endWait: 5_000,
  endPoll: 400,
  /** A server holds a live session under a lease of this length, and renews it this often. */
  lease: 15_000,
  leaseRenewal: 5_000,

  /** A command for a live call that nobody has taken by then is not carried out; one taken has a result by then. */
  commandExpires: 5_000,
  /** A server that holds sessions looks for commands this often: several times before one whose notice is lost expires. */
  commandLook: 1_000,
  commandResult: 5_000,
  commandPoll: 50,

  /** How long a server that has lost a connection may take to store the last words, before the call is resumed. */
  lastWords: 1_000,
  lastWordsPoll: 50,
  /** The same for a session of this server that has seen the loss: on audio the text of the last words comes within 2.5 s. */
  lastWordsHere: 3_500,
  /** A resumed session that is lost within this time, without a word of the other party, is not resumed again. */
  resumeAfter: 2_000,

  /** How long the session of an ended call may take to store the end of the transcript. */
  settle: 10_000,
  settlePoll: 150,
  /** The same where its server still holds the session: it tries for half a minute to store what it has. */
  settleHeld: 50_000,
  /** How long a model may take to write a summary. */
  summary: 60_000,
  /** From the end of a call to the first question for its recording, and between the others. Together about a day. */
  recordingWaits: [
    5_000,
    15_000,
    60_000,
    2 * 60_000,
    5 * 60_000,
    15 * 60_000,
    3_600_000,
    3 * 3_600_000,
    8 * 3_600_000,
    12 * 3_600_000,
  ],
  /** While a job stores a recording, others leave it alone: so long, renewed three times as often. */
  recordingHold: 60_000,
  /** A recording whose job should have looked at it so long ago was forgotten by a server that died. */
  recordingForgotten: 2 * 60_000,
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
