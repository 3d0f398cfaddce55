import type { AgentStore } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CallRecordings } from '../../../ports/recordings.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import { type AnswerScript, announcement, announcementsIn } from '../answer-script.ts';
import { listeningOf } from './manners.ts';
import { relaySpeechOf } from './speech-settings.ts';
import type { VoiceProviders } from './voice-providers.ts';

export interface AnswerDeps {
  readonly agents: AgentStore;
  readonly tokens: StreamTokens;
  readonly voiceProviders: VoiceProviders;
  readonly recordings: Pick<CallRecordings, 'begin'>;
  readonly clock: Clock;
}

/** Connects a call to one of its voice sessions; without an agent or a model it plays an announcement. */
export type ConnectSession = (call: CallRecord, session: number) => Promise<CallScript>;

/** The carrier opens its socket as soon as it has our answer. */
const tokenLifetimeMs = 60_000;

export function createConnectSession(deps: AnswerDeps): ConnectSession {
  const { agents, tokens, voiceProviders, clock } = deps;
  return async (call, session) => {
    const agent = await agents.forCall(call);
    if (!agent) return announcement.noAgent;
    const isRealtime = call.engine === 'realtime';
    if (isRealtime ? !voiceProviders.speechEngineFor(call) : !voiceProviders.modelFor(call, agent))
      return announcementsIn(agent.language).noModel;
    const expiresAt = new Date(clock.now().getTime() + tokenLifetimeMs);
    const token = await tokens.issue({ tenantId: call.tenantId, callId: call.id, session }, expiresAt);
    // A recording goes on until the call ends, whatever session follows.
    const recorded = session === 1 && (await deps.recordings.begin(call));
    const opens = { callId: call.id, session, token, ...(recorded && { recorded }) };
    if (isRealtime) return { kind: 'stream', ...opens };
    const { config } = agent;
    const listening = listeningOf(config.conversation);
    return { kind: 'converse', ...opens, speech: relaySpeechOf(config), listening };
  };
}

/** An answered call begins with its first session, however often the carrier asks. */
export function conversationAnswers(connect: ConnectSession): AnswerScript {
  return (call) => connect(call, 1);
}
