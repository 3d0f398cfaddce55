import type { SessionState, Utterance } from './state.ts';

/**
 * Audio frames arrive fifty times a second each way, and hardly any of them changes the state. So the state is asked
 * whether a frame may pass, and the session gets one event for many of them later.
 */

/** Whether audio is forwarded in both directions. */
export function passesAudio({ phase }: SessionState): boolean {
  return phase.kind === 'live' || (phase.kind === 'ending' && phase.stage !== 'gone');
}

/** Whether audio only continues the current utterance, so that it may be sent before the session gets the event. */
export function continuesUtterance(state: SessionState, itemId: string, ms: number): boolean {
  const { agent } = state;
  if (!passesAudio(state) || agent.kind !== 'speaking' || agent.turn === null) return false;
  const { utterance } = agent;
  return utterance.itemId === itemId && utterance.sentMs > 0 && !isMarkDue(utterance, ms);
}

/** The first marks of an utterance calibrate the playback clock; later ones only keep it calibrated. */
const calibrationMs = 1_000;
const markEveryMs = { calibrating: 200, calibrated: 600 } as const;

/** Whether a mark is due after this much more audio. */
export function isMarkDue({ sentMs, markedMs }: Utterance, ms: number): boolean {
  const every = markedMs < calibrationMs ? markEveryMs.calibrating : markEveryMs.calibrated;
  return sentMs + ms - markedMs >= every;
}
