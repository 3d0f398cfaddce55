import type { Pronunciation } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { AudioProtocol, TextProtocol } from '../../../ports/voice-connection.ts';
import type { VoiceSocket } from '../../../ports/voice-socket.ts';
import type { LiveSession } from '../../../voice/live-sessions.ts';
import { MediaSession } from '../../../voice/media/media-session.ts';
import { RelaySession } from '../../../voice/relay/relay-session.ts';
import type { GreetingEnd } from '../../../voice/session/events.ts';
import type { CallManners } from '../../../voice/session/manners.ts';
import type { PlacedEntry } from '../../../voice/session/placed-entry.ts';
import type { Phrases, SessionSettings } from '../../../voice/session/settings.ts';
import type { AdmittedSession } from '../../../voice/socket-admission.ts';
import type { ToolRegistry } from '../../../voice/tools/tool-registry.ts';
import { offerContextOf } from '../../../voice/tools/voice-tool.ts';
import type { CallRules } from '../call-rules.ts';
import { relayAgentOf } from '../tries/try-carrier.ts';
import type { TryRecorder } from '../tries/try-recorder.ts';
import type { briefOf } from './brief.ts';
import type { createCallActions } from './call-actions.ts';
import type { limitsFor } from './manners.ts';
import { engineVoiceOf, type lineLanguagesOf } from './speech-settings.ts';
import type { TokenMeter } from './token-meter.ts';
import type { VoiceProviders } from './voice-providers.ts';

/** What both kinds of session need. */
type SessionDeps = ReturnType<typeof createCallActions> & {
  /** Stores that the session ended as intended, before its socket is closed. */
  readonly finish: () => Promise<void>;
  readonly brief: ReturnType<typeof briefOf>;
  readonly phrases: Phrases;
  readonly otherLanguages: ReturnType<typeof lineLanguagesOf>;
  readonly pronunciations: readonly Pronunciation[];
  /** How fast the voice speaks; null for its own speed. */
  readonly voiceSpeed: number | null;
  readonly hints: readonly string[];
  readonly temperature: number | null;
  /** The model of a speech engine; null for the one of the deployment. */
  readonly engineModel: string | null;
  readonly firstOrdinal: number;
  readonly resumed?: readonly PlacedEntry[];
  readonly resumedTools?: SessionSettings['resumedTools'];
  readonly backFromTransfer: boolean;
  /** How long the carrier has been waiting for the session, in milliseconds of the conversation; null: it is not known. */
  readonly connectingMs: number | null;
  readonly recorded: boolean;
  readonly limits: ReturnType<typeof limitsFor>;
  readonly manners: CallManners;
  readonly greetingEnd: GreetingEnd | null;
  readonly engineSilenceMs: number;
  readonly speed: number;
  readonly tools: ToolRegistry;
  readonly socket: VoiceSocket;
  /** Of a call that is no try. */
  readonly meter: TokenMeter | null;
  /** Of a try. */
  readonly recorder: TryRecorder | null;
};

/** What has arrived on sockets is read between timers and this. */
const afterArrived = (act: () => void): void => void setImmediate(act);

/** Starts the session of an admitted call; null without a model or speech engine. */
export type SessionFactory = (
  agent: AgentProfile,
  call: CallRecord,
) => ((common: SessionDeps) => LiveSession & AdmittedSession) | null;

export function relaySession(
  voiceProviders: VoiceProviders,
  protocol: TextProtocol,
  rules: Pick<CallRules, 'defaultEngine'>,
): SessionFactory {
  return (agent, call) => {
    const model = voiceProviders.modelFor(call, relayAgentOf(agent, call, rules));
    return (
      model &&
      (({ recorder, meter, ...common }) => {
        const changesLanguage = common.otherLanguages.length > 0;
        const { brief, manners } = common;
        const tools = common.tools.offeredOn(offerContextOf('text', brief, manners, changesLanguage));
        recorder?.began(model.name, common.brief, tools);
        return new RelaySession({
          ...common,
          ...{ protocol, afterArrived },
          model: recorder?.model(model) ?? meter?.around(model) ?? model,
        });
      })
    );
  };
}

export function mediaSession(
  voiceProviders: VoiceProviders,
  protocol: AudioProtocol,
  streamId: string,
): SessionFactory {
  return (agent, call) => {
    const engine = voiceProviders.speechEngineFor(call);
    const voice = engineVoiceOf(agent.config);
    return (
      engine &&
      (({ recorder, meter, ...common }) => {
        const tools = common.tools.offeredOn(offerContextOf('audio', common.brief, common.manners));
        recorder?.began(engine.name, common.brief, tools);
        return new MediaSession({
          ...{ ...common, protocol, engine, voice, streamId, afterArrived },
          ...(meter && { onTokens: (tokens) => meter.reportTokens(tokens) }),
        });
      })
    );
  };
}
