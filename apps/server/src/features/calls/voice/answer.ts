import type { AgentStore } from '../../../ports/agent-store.ts';
import { isSandbox } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StreamTokens } from '../../../ports/transcript-store.ts';
import { type AnswerScript, announcement } from '../answer-script.ts';
import type { VoiceProviders } from './conversations.ts';

export interface AnswerDeps {
  readonly agents: AgentStore;
  readonly tokens: StreamTokens;
  readonly voiceProviders: VoiceProviders;
  readonly clock: Clock;
}

/** The carrier opens its socket as soon as it has our answer. */
const tokenLifetimeMs = 60_000;

/** Connects an answered call to a voice session; without an agent or a model it plays an announcement. */
export function conversationAnswers({ agents, tokens, voiceProviders, clock }: AnswerDeps): AnswerScript {
  return async (call): Promise<CallScript> => {
    const agent = await agents.forCall(call);
    if (!agent) return announcement.noAgent;
    const isRealtime = call.engine === 'realtime';
    if (isRealtime ? !voiceProviders.speechEngine : !voiceProviders.modelFor(agent, isSandbox(call)))
      return announcement.noModel;
    const expiresAt = new Date(clock.now().getTime() + tokenLifetimeMs);
    const token = await tokens.issue({ tenantId: call.tenantId, callId: call.id }, expiresAt);
    if (isRealtime) return { kind: 'stream', callId: call.id, token };
    return { kind: 'converse', callId: call.id, token, language: agent.language, voice: agent.voice };
  };
}
