/**
 * Whether a recording pauses: who wants it to, what the carrier was told, and what it has confirmed. Commands of several
 * servers do not cross on their way, because one is given at a time.
 */
export interface PauseState {
  readonly byPerson: boolean;
  /** A tool wants it to pause until then at the latest. */
  readonly byToolUntil: number | null;
  /** Since when the carrier may have paused it; null: it goes on, as the carrier has said. */
  readonly pausedAt: number | null;
  /** When the carrier has confirmed it; null: it has not, or was told to go on since. */
  readonly confirmedAt: number | null;
  /** Until then at the latest a command is on its way, of a server that may have died. */
  readonly commandUntil: number | null;
  /** An older command has reached the carrier since, or may have: the answer to the one on its way says nothing either. */
  readonly doubted: boolean;
  /** The carrier did not answer the pause that it was told last. */
  readonly unanswered: boolean;
}

export const notPaused: PauseState = {
  ...{ byPerson: false, byToolUntil: null, pausedAt: null, confirmedAt: null },
  ...{ commandUntil: null, doubted: false, unanswered: false },
};

export type PauseCommand = 'pause' | 'resume';
/** `unsent`: the carrier was not told, because that would have been too late. */
export type CommandAnswer = 'done' | 'refused' | 'unavailable' | 'unsent';

/** `command`: whoever gets one has given it when `until` is over. `settled`: the carrier does what is wanted. */
export type NextCommand =
  | { readonly kind: 'command'; readonly command: PauseCommand; readonly until: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'settled' };

/**
 * What an answer has changed. `again`: nothing, and another command is wanted by now. `late`: another one was given since, so
 * what the carrier does now is not known by it.
 */
export type AnswerEffect = 'paused' | 'resumed' | 'none' | 'again' | 'late';

export const isWanted = ({ byPerson, byToolUntil }: PauseState, now: number): boolean =>
  byPerson || (byToolUntil !== null && byToolUntil > now);

/** Servers of the release before begin a pause anew without clearing what was confirmed of the one before. */
const isConfirmed = ({ pausedAt, confirmedAt }: PauseState): boolean =>
  pausedAt !== null && confirmedAt !== null && confirmedAt >= pausedAt;

/** `pausing`: asked for and not confirmed, so it may be recorded. */
export function phaseOf(state: PauseState, now: number): 'recording' | 'pausing' | 'paused' {
  if (!isWanted(state, now)) return 'recording';
  return isConfirmed(state) ? 'paused' : 'pausing';
}

/** `byToolUntil`: as it is where the request is a person's. */
export function withPauseRequest(
  state: PauseState,
  request: Partial<Pick<PauseState, 'byPerson' | 'byToolUntil'>>,
  now: number,
): PauseState {
  const requested = { ...state, ...request };
  const isPause = request.byPerson === true || request.byToolUntil != null;
  return isPause ? { ...requested, pausedAt: state.pausedAt ?? now, unanswered: false } : requested;
}

/** Takes the right to give the carrier its next command, for so long at most. */
export function takeCommand(state: PauseState, now: number, ms: number): [PauseState, NextCommand] {
  const isSettled = isWanted(state, now) ? isConfirmed(state) : state.pausedAt === null;
  if (state.commandUntil !== null && state.commandUntil > now) return [state, { kind: 'busy' }];
  if (isSettled) return [state, { kind: 'settled' }];
  const until = now + ms;
  const command = isWanted(state, now) ? 'pause' : 'resume';
  // From the moment at which the carrier is told to go on, nothing is sure.
  const confirmedAt = command === 'resume' ? null : state.confirmedAt;
  return [
    { ...state, confirmedAt, commandUntil: until, doubted: false },
    { kind: 'command', command, until },
  ];
}

/** What the carrier has said to the command that was taken with this `until`. */
export function withAnswer(
  state: PauseState,
  { command, until }: Extract<NextCommand, { kind: 'command' }>,
  answer: CommandAnswer,
  now: number,
): [PauseState, AnswerEffect] {
  if (state.commandUntil !== until) return withLateAnswer(state, command, answer, now);
  const free = { ...state, commandUntil: null, doubted: false };
  if (answer === 'unsent') return [free, 'again'];
  if (state.doubted) return [unknownFrom(free, now), 'late'];
  const isStillWanted = isWanted(state, now);
  if (command === 'pause') {
    if (answer === 'done')
      return [{ ...free, pausedAt: state.pausedAt ?? now, confirmedAt: now, unanswered: false }, 'paused'];
    return [{ ...free, unanswered: answer === 'unavailable' }, isStillWanted ? 'none' : 'again'];
  }
  if (isStillWanted) return [free, answer === 'done' ? 'resumed' : 'again'];
  if (answer === 'unavailable') return [free, 'none'];
  // What the carrier refuses to resume is not paused there.
  return [{ ...free, pausedAt: null, byToolUntil: null, unanswered: false }, 'resumed'];
}

/** The carrier may do either, so it is told again what is wanted. */
const unknownFrom = (state: PauseState, now: number): PauseState => ({
  ...state,
  ...{ pausedAt: state.pausedAt ?? now, confirmedAt: null },
});

/**
 * The server that gave the command was stopped for longer than its time, and others have told the carrier something since:
 * nobody knows which of the commands has reached it last.
 */
function withLateAnswer(
  state: PauseState,
  command: PauseCommand,
  answer: CommandAnswer,
  now: number,
): [PauseState, AnswerEffect] {
  const isSameAnyway = command === 'pause' ? isConfirmed(state) : state.pausedAt === null;
  if (isSameAnyway || answer === 'refused' || answer === 'unsent') return [state, 'late'];
  const unknown = { ...unknownFrom(state, now), doubted: state.commandUntil !== null };
  if (answer === 'unavailable') return [unknown, 'late'];
  return [unknown, command === 'pause' ? 'paused' : 'resumed'];
}
