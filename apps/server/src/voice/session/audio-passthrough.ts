import type { SessionState, Utterance } from './state.ts';

/**
 * Sound goes by fifty times a second each way, and hardly any of it changes anything. So a session is asked where it may
 * go, and told of it later, of many pieces at once.
 */

/** Whether sound goes through: the other party's to the engine, the engine's to the other party. */
export function passesAudio({ phase }: SessionState): boolean {
  return phase.kind === 'live' || (phase.kind === 'draining' && phase.stage !== 'gone');
}

/** Whether so much sound is just more of what is being said: then it may be played before the session is told. */
export function continuesUtterance(state: SessionState, itemId: string, ms: number): boolean {
  const { agent } = state;
  if (!passesAudio(state) || agent.kind !== 'speaking' || agent.turn === null) return false;
  const { utterance } = agent;
  return utterance.itemId === itemId && utterance.sentMs > 0 && !isMarkDue(utterance, ms);
}

/** The first marks of an utterance set the clock that tells between marks; from then on they only have to keep it. */
const settlingMs = 1_000;
const markEveryMs = { settling: 200, settled: 600 } as const;

/** Whether the carrier is to tell when it has played so much more. Longer pieces have a mark each, shorter ones share one. */
export function isMarkDue({ sentMs, markedMs }: Utterance, ms: number): boolean {
  const every = markedMs < settlingMs ? markEveryMs.settling : markEveryMs.settled;
  return sentMs + ms - markedMs >= every;
}
