import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallBrief } from '../../../ports/language-model.ts';
import { defaultLimits, type SessionLimits } from '../../../voice/session/settings.ts';

export function briefOf(call: CallRecord, agent: AgentProfile, now: Date, timeZone: string): CallBrief {
  return {
    agentName: agent.displayName,
    persona: agent.persona,
    greeting: agent.greeting,
    abilities: agent.abilities,
    language: agent.language,
    direction: call.direction,
    instructions: call.instructions,
    otherParty: otherParty(call),
    startedAt: now.getTime(),
    timeZone,
    canTransfer: agent.transferNumber !== null,
  };
}

export function otherParty({ direction, from, to }: CallRecord): string | null {
  return direction === 'inbound' ? from : to;
}

/** Time for the agent to say goodbye, with room for a slow carrier. */
const goodbyeSeconds = 20;

/**
 * The session ends before the carrier's own limit would cut it off. `elapsedMs`: how long the call has been talked on in
 * earlier sessions, because the limit is that of the call.
 */
export function limitsFor(maxSeconds: number, elapsedMs = 0): SessionLimits {
  const seconds = Math.max(maxSeconds - goodbyeSeconds, maxSeconds / 2);
  return { ...defaultLimits, maxLengthMs: Math.max(0, seconds * 1000 - elapsedMs) };
}
