import { completeUtterance, isPlayed } from './agent.ts';
import { markEnd } from './audio.ts';
import { change, type Draft, emit } from './draft.ts';
import { sendEnd } from './ending.ts';
import type { TimerName } from './events.ts';
import { waitsOf } from './waits.ts';

/** What follows from the state alone, whatever the event was. */
export function settle(draft: Draft): void {
  markEnd(draft);
  if (isPlayed(draft)) completeUtterance(draft);
  const { life, agent, tail } = draft.state;
  if (life.kind === 'draining' && agent.kind === 'idle' && tail.length === 0) sendEnd(draft);
  setTimers(draft);
}

function setTimers(draft: Draft): void {
  if (draft.state.life.kind === 'closed') return;
  const { timers } = draft.state;
  const waits = waitsOf(draft.state, draft.at);
  const wanted: Partial<Record<TimerName, string>> = {};
  for (const { name, key } of waits) wanted[name] = key;
  let changed = false;
  for (const name in timers) {
    if (wanted[name as TimerName] !== undefined) continue;
    emit(draft, { type: 'clearTimer', name: name as TimerName });
    changed = true;
  }
  for (const { name, key, ms } of waits) {
    if (timers[name] === key) continue;
    emit(draft, { type: 'setTimer', name, key, ms });
    changed = true;
  }
  if (changed) change(draft, { timers: wanted });
}
