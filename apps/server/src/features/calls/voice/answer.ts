import type { AgentStore } from '../../../ports/agent-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CallRecordings } from '../../../ports/recordings.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import { type AnswerScript, announcement, announcementsIn } from '../answer-script.ts';
import type { ConnectSession } from './connect-session.ts';
import { listeningOf } from './manners.ts';
import { isSalesCall } from './opt-out-offer.ts';
import { askToRecord } from './recording-question.ts';
import { relaySpeechOf } from './speech-settings.ts';
import type { VoiceProviders } from './voice-providers.ts';

export interface AnswerDeps {
  readonly agents: AgentStore;
  readonly tokens: StreamTokens;
  readonly voiceProviders: VoiceProviders;
  readonly recordings: Pick<CallRecordings, 'begin' | 'isPossible'>;
  readonly transcripts: Pick<TranscriptStore, 'write' | 'addNote'>;
  readonly clock: Clock;
}

/** The carrier opens its socket as soon as it has our answer. */
const tokenLifetimeMs = 60_000;

export function createConnectSession(deps: AnswerDeps): ConnectSession {
  const { agents, tokens, voiceProviders, clock } = deps;
  return async (call, session, answer) => {
    const agent = await agents.forCall(call);
    if (!agent) return announcement.noAgent;
    const isRealtime = call.engine === 'realtime';
    if (isRealtime ? !voiceProviders.speechEngineFor(call) : !voiceProviders.modelFor(call, agent))
      return announcementsIn(agent.language).noModel;
    // A recording goes on until the call ends, whatever session follows.
    const recording = session === 1 && deps.recordings.isPossible(call) ? agent.recording : undefined;
    const asks = recording === 'ask' && answer === undefined;
    // Whoever opts out of a sales call is heard by its session alone, so nothing is asked before it.
    if (asks && !isSalesCall(call)) return askToRecord(deps, call, agent.language);
    const askedAt = clock.now();
    const expiresAt = new Date(askedAt.getTime() + tokenLifetimeMs);
    const key = { tenantId: call.tenantId, callId: call.id, session };
    const token = await tokens.issue(key, askedAt, expiresAt);
    const consent = answer === 'granted' ? 'ask' : 'announce';
    const isWanted = recording !== undefined && !asks && answer !== 'refused';
    const recorded = isWanted && (await deps.recordings.begin(call, consent));
    const opens = { callId: call.id, session, token, ...(recorded && { recorded }) };
    if (isRealtime) return { kind: 'stream', ...opens };
    const { config } = agent;
    const { conversation } = config;
    const listening = listeningOf({ ...conversation, keypad: conversation.keypad || isSalesCall(call) });
    return { kind: 'converse', ...opens, speech: relaySpeechOf(config), listening };
  };
}

/** An answered call begins with its first session, however often the carrier asks. */
export function conversationAnswers(connect: ConnectSession): AnswerScript {
  return (call) => connect(call, 1);
}
