import { type FitInput, fitStart, type SoundStart } from './fit-start.ts';

export interface FittedChannels {
  /** From 1. */
  readonly agentChannel: number;
  /** Null: nothing is known. */
  readonly soundStart: SoundStart | null;
}

/** One turn can be met anywhere, and two by somebody who answers both after the same time. */
const leastMet = 2.5;
/** Whoever answers is met too, but late: half of the turns in all, at most. */
const clearly = 1.5;

/**
 * Carriers do not say which channel the agent is on. It is the usual one, unless the agent's turns are clearly met on the
 * other one. `onsets`: where speech begins on each of the two channels.
 */
export function fitChannels(
  onsets: readonly (readonly number[])[],
  usualChannel: number,
  input: Omit<FitInput, 'onsets'>,
): FittedChannels {
  const fitOn = (channel: number) => fitStart({ ...input, onsets: onsets[channel - 1] ?? [] });
  const otherChannel = 3 - usualChannel;
  const [usual, other] = [fitOn(usualChannel), fitOn(otherChannel)];
  if (other.met >= leastMet && other.met >= usual.met * clearly)
    return { agentChannel: otherChannel, soundStart: other.start };
  return { agentChannel: usualChannel, soundStart: usual.start };
}
