import { completeUtterance, isPlayed } from './agent.ts';
import { markEnd } from './audio.ts';
import { change, type Draft, emit } from './draft.ts';
import { sendEnd } from './ending.ts';
import type { TimerName } from './events.ts';
import type { Timers } from './state.ts';
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
  const waits = waitsOf(draft.state, draft.at);
  const wanted: Timers = Object.fromEntries(waits.map(({ name, key }) => [name, key]));
  const { timers } = draft.state;
  for (const name of Object.keys(timers) as TimerName[]) {
    if (wanted[name] === undefined) emit(draft, { type: 'clearTimer', name });
  }
  for (const { name, key, ms } of waits) {
    if (timers[name] !== key) emit(draft, { type: 'setTimer', name, key, ms });
  }
  change(draft, { timers: wanted });
}
