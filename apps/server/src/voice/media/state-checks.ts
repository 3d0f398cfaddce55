import type { SessionEvent } from '../session/events.ts';
import type { SessionState } from '../session/state.ts';

/** Whether an event may end what is being said, so that it matters how much of it was heard just now. */
export function mayEndUtterance(event: SessionEvent, { agent }: SessionState): boolean {
  switch (event.type) {
    case 'carrier.mark':
    case 'engine.userText':
    case 'engine.done':
      return false;
    case 'engine.audio':
    case 'engine.agentText':
      return agent.kind === 'speaking' && agent.utterance.itemId !== event.itemId;
    default:
      return agent.kind === 'speaking';
  }
}

/** An agent that failed says so itself, unless it could not even do that. */
export function isApologyDue({ phase, history, settings }: SessionState): boolean {
  const failed = phase.kind === 'draining' && phase.ending.reason === 'agent_failed';
  const last = history.at(-1)?.entry;
  const said = last?.kind === 'agent' && last.text === settings.phrases.apology;
  return failed && !said;
}
