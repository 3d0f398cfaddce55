import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallScript } from '../../../ports/carrier-wire.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StreamTokens } from '../../../ports/transcript-store.ts';
import { type AnswerScript, announcement } from '../answer-script.ts';
import type { Speaker } from './conversations.ts';

export interface AnswerDeps {
  readonly agents: AgentStore;
  readonly tokens: StreamTokens;
  readonly speaker: Speaker;
  readonly clock: Clock;
}

/** The carrier opens its socket as soon as it has read our document. */
const passMs = 60_000;

/** Whoever answers talks with the agent; where none can speak, they hear why. */
export function conversationAnswers({ agents, tokens, speaker, clock }: AnswerDeps): AnswerScript {
  return async (call): Promise<CallScript> => {
    const agent = await agents.forCall(call);
    if (!agent) return announcement.noAgent;
    const sound = call.engine === 'realtime';
    if (sound ? !speaker.speech : !speaker.modelFor(agent)) return announcement.noModel;
    const expiresAt = new Date(clock.now().getTime() + passMs);
    const pass = await tokens.issue({ tenantId: call.tenantId, callId: call.id }, expiresAt);
    if (sound) return { kind: 'stream', callId: call.id, pass };
    return { kind: 'converse', callId: call.id, pass, language: agent.language, voice: agent.voice };
  };
}
