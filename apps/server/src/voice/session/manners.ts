/** How an agent behaves on a call. Frozen when the session starts; the times behind it are in `SessionLimits`. */
export interface CallManners {
  /** The other party: the agent waits for their first words, for a limited time. */
  readonly firstSpeaker: 'agent' | 'other-party';
  /** Whether keys that the other party presses count. */
  readonly keypad: boolean;
  /** A sales call: key 9 and words with which somebody opts out are offered, and end the call. */
  readonly offersOptOut: boolean;
  /** What is said to a phone that asks who is calling and why; null: such a question is answered as any other. */
  readonly screeningAnswer: string | null;
  /** What is said after the beep of an answering machine; null: it is hung up on. */
  readonly voicemailMessage: string | null;
  /** Whom the other party can be connected with. */
  readonly transfers: readonly TransferChoice[];
}

export interface TransferChoice {
  /** Null: the agent has one number for everything. */
  readonly name: string | null;
  /** When to connect with them, in words. */
  readonly when: string;
  /** When they can be reached, in milliseconds from the start of the session. */
  readonly reach: 'always' | readonly ReachSpan[];
}

export interface ReachSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

export function isReachable({ reach }: TransferChoice, sinceStartMs: number): boolean {
  return (
    reach === 'always' ||
    reach.some(({ fromMs, untilMs }) => sinceStartMs >= fromMs && sinceStartMs < untilMs)
  );
}

/** Manners of an agent of which nothing is set. */
export const plainManners: CallManners = {
  firstSpeaker: 'agent',
  keypad: true,
  offersOptOut: false,
  screeningAnswer: null,
  voicemailMessage: null,
  transfers: [],
};
