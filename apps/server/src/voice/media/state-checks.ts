import type { SessionEvent } from '../session/events.ts';
import type { SessionState } from '../session/state.ts';

/** Whether an event may end the utterance that is playing, so that how far it was played has to be reported first. */
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

/** Whether the agent failed and could not say the apology itself: then the carrier says it. */
export function isApologyDue({ phase, history, settings }: SessionState): boolean {
  const failed = phase.kind === 'ending' && phase.ending.reason === 'agent_failed';
  const last = history.at(-1)?.entry;
  const said = last?.kind === 'agent' && last.text === settings.phrases.apology;
  return failed && !said;
}
