import { completeUtterance, isPlayed } from './agent.ts';
import { announceIfOwed } from './announcement.ts';
import { decideAfterGreeting } from './answering.ts';
import { markEnd } from './audio.ts';
import { discloseIfOwed } from './disclosure.ts';
import { change, emit, type StepDraft } from './draft.ts';
import { sendEnd } from './ending.ts';
import type { TimerName } from './events.ts';
import { offerIfOwed } from './opt-out.ts';
import type { Timers } from './state.ts';
import { answerIfOwed, goOnAfterCut } from './turn.ts';
import { type Wait, waitsOf } from './waits.ts';

/** What follows from the state alone, after every event. */
export function settle(draft: StepDraft): void {
  markEnd(draft);
  if (isPlayed(draft)) completeUtterance(draft);
  decideAfterGreeting(draft);
  announceIfOwed(draft);
  answerIfOwed(draft);
  goOnAfterCut(draft);
  discloseIfOwed(draft);
  offerIfOwed(draft);
  const { phase, agent, pendingPlayout, refusal } = draft.state;
  const isQuiet = agent.kind === 'idle' && pendingPlayout.length === 0;
  if (phase.kind === 'ending' && isQuiet && refusal !== 'promiseDue') sendEnd(draft);
  setTimers(draft);
}

function setTimers(draft: StepDraft): void {
  if (draft.state.phase.kind === 'closed') return;
  const { timers } = draft.state;
  const waits = waitsOf(draft.state, draft.at);
  if (areSet(waits, timers)) return;
  const wanted: Partial<Record<TimerName, string>> = {};
  for (const { name, key } of waits) wanted[name] = key;
  for (const name in timers) {
    if (wanted[name as TimerName] === undefined) emit(draft, { type: 'clearTimer', name: name as TimerName });
  }
  for (const { name, key, ms } of waits) {
    if (timers[name] !== key) emit(draft, { type: 'setTimer', name, key, ms });
  }
  change(draft, { timers: wanted });
}

/** Whether no timer has to be set or cleared, which is the usual case. */
function areSet(waits: readonly Wait[], timers: Timers): boolean {
  let left = waits.length;
  for (const name in timers) if (timers[name as TimerName] !== undefined) left -= 1;
  return left === 0 && waits.every(({ name, key }) => timers[name] === key);
}
