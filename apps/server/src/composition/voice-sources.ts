import { realtimeEngine } from '../adapters/openai-realtime/engine.ts';
import { scriptedExtractor } from '../adapters/scripted-agent/outcomes/extract.ts';
import { createScriptedAgent } from '../adapters/scripted-agent/scripted-agent.ts';
import type { Config } from '../config/config.ts';
import { isTryInSandbox } from '../features/calls/tries/try-carrier.ts';
import type { CallWithVoice, VoiceProviders } from '../features/calls/voice/voice-providers.ts';
import { failureOfLoss } from '../features/connections/voices/check-speech.ts';
import { createHostGuard } from '../lib/host-guard.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoredConnection } from '../ports/connections.ts';
import { type LanguageModel, ModelFailure } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import type { OutcomeExtractor } from '../ports/outcomes.ts';
import type { SpeechEngine } from '../ports/speech-engine.ts';
import type { Summarizer } from '../ports/voice-summary.ts';
import { modelExtractor } from '../voice/outcomes/model-extractor.ts';
import { extractiveSummarizer } from '../voice/summary/extractive-summarizer.ts';
import { modelSummarizer } from '../voice/summary/model-summarizer.ts';
import { type OpenModel, openModel } from './open-model.ts';

export interface VoiceSourceDeps {
  readonly config: Pick<Config, 'model' | 'voice' | 'toolHosts'>;
  /** Ended ones too, as long as a call may use them. */
  readonly connection: (id: string) => StoredConnection | null;
  /** The model that the organization uses now: `environment`, the id of a connection, or null for none. */
  readonly modelOf: (tenantId: string) => string | null;
  readonly onFailure: (connection: StoredConnection, failure: ModelFailure) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface VoiceSources extends Pick<VoiceProviders, 'modelFor' | 'speechEngineFor'> {
  summarizerFor(call: CallWithVoice): Summarizer;
  /** What reads its outcome. */
  extractorFor(call: CallWithVoice): OutcomeExtractor;
}

/**
 * What speaks on a call: the source that the call began with, whatever is connected meanwhile. Only its secret is that of
 * now, because the objects that live calls hold ask for it each time.
 */
export async function openVoiceSources(deps: VoiceSourceDeps): Promise<VoiceSources> {
  const { config, clock, log } = deps;
  const scripted = createScriptedAgent();
  const environment = await modelOfEnvironment(config);
  const { realtime } = config.voice;
  const speechOfEnvironment =
    realtime && realtimeEngine({ ...realtime, key: () => realtime.apiKey, log, clock });
  const models = new Map<string, OpenModel>();
  const engines = new Map<string, SpeechEngine>();

  /** Null where it is of another organization, or nothing of it is left. */
  const storedSource = ({ tenantId, voiceSource }: CallWithVoice): StoredConnection | null => {
    const found = voiceSource === null ? null : deps.connection(voiceSource);
    return found?.tenantId === tenantId ? found : null;
  };

  function opened(connection: StoredConnection): OpenModel | null {
    const { id, settings } = connection;
    if (settings.kind !== 'model') return null;
    const known = models.get(id) ?? openModel(settings, () => keyOf(id), config.toolHosts);
    models.set(id, known);
    return known;
  }

  const keyOf = (id: string) => deps.connection(id)?.secrets.get('key')?.value ?? null;

  function engineOf({ id, settings }: StoredConnection): SpeechEngine | null {
    if (settings.kind !== 'speech') return null;
    const guard = createHostGuard({ loopback: false, hosts: config.toolHosts });
    const { url, model } = settings;
    const known =
      engines.get(id) ?? realtimeEngine({ ...{ url, model, guard, log, clock }, key: () => keyOf(id) });
    engines.set(id, known);
    return known;
  }

  /** A speech engine writes no summaries: the organization's model does, where it has one. */
  function writerOf(call: CallWithVoice): OpenModel | null {
    if (isScripted(call, config)) return null;
    const voiceSource = call.engine === 'realtime' ? deps.modelOf(call.tenantId) : call.voiceSource;
    if (call.engine === 'realtime' && voiceSource === null) return null;
    const spoken = { ...call, voiceSource };
    if (isOfEnvironment(spoken)) return environment;
    const connection = storedSource(spoken);
    return connection && opened(connection);
  }

  return {
    modelFor(call, agent) {
      if (isScripted(call, config)) return isTryInSandbox(call) ? scripted : null;
      if (isOfEnvironment(call)) return environment?.model(agent.model) ?? null;
      const connection = storedSource(call);
      const model = connection && opened(connection)?.model(agent.model);
      if (!connection || !model) return null;
      return reporting(model, (failure) => {
        if (!isOfAgentAlone(failure, agent.model, connection)) deps.onFailure(connection, failure);
      });
    },
    speechEngineFor(call) {
      if (isOfEnvironment(call)) return speechOfEnvironment;
      const connection = storedSource(call);
      const engine = connection && engineOf(connection);
      if (!connection || !engine) return null;
      return reportingLosses(engine, (failure, wanted) => {
        if (!isOfAgentAlone(failure, wanted, connection)) deps.onFailure(connection, failure);
      });
    },
    summarizerFor(call) {
      const writer = writerOf(call);
      return writer ? modelSummarizer(writer.generator()) : extractiveSummarizer;
    },
    extractorFor(call) {
      const writer = writerOf(call);
      return writer ? modelExtractor(writer.writer()) : scriptedExtractor;
    },
  };
}

/**
 * A model that the agent names itself and that the provider does not have, or not for this key, says nothing about the
 * connection: the other agents speak with its own model.
 */
function isOfAgentAlone(
  { reason }: ModelFailure,
  wanted: string | null,
  { settings }: StoredConnection,
): boolean {
  const isVoice = settings.kind === 'model' || settings.kind === 'speech';
  const isOwn = wanted !== null && isVoice && wanted !== settings.model;
  return isOwn && (reason === 'model' || reason === 'key');
}

const isOfEnvironment = ({ voiceSource }: CallWithVoice) =>
  voiceSource === null || voiceSource === 'environment';

/** A call without a source was taken by an earlier release, which knew the environment and the scripted agent alone. */
function isScripted({ voiceSource, engine }: CallWithVoice, { model }: Pick<Config, 'model'>): boolean {
  if (voiceSource === 'scripted') return true;
  return voiceSource === null && engine !== 'realtime' && model.provider === 'scripted';
}

async function modelOfEnvironment({
  model,
  toolHosts,
}: Pick<Config, 'model' | 'toolHosts'>): Promise<OpenModel | null> {
  if (model.provider === 'scripted') return null;
  const { apiKey, ...settings } = model;
  const found = openModel(settings, () => apiKey, toolHosts, { guarded: false });
  await found.ready();
  return found;
}

/** The same model; who watches over it is told when it fails. */
function reporting(model: LanguageModel, onFailure: (failure: ModelFailure) => void): LanguageModel {
  return {
    name: model.name,
    async *reply(request, signal) {
      try {
        yield* model.reply(request, signal);
      } catch (error) {
        if (error instanceof ModelFailure) onFailure(error);
        throw error;
      }
    },
  };
}

/** The same engine; who watches over it is told when a session is lost. Nothing of it is asked for a frame of audio. */
function reportingLosses(
  engine: SpeechEngine,
  onFailure: (failure: ModelFailure, wanted: string | null) => void,
): SpeechEngine {
  return {
    name: engine.name,
    connect: (brief, listener) =>
      engine.connect(brief, {
        event: (event) => listener.event(event),
        lost: (loss) => {
          onFailure(failureOfLoss(loss), brief.model ?? null);
          listener.lost(loss);
        },
      }),
  };
}
