import type { Connections, DeploymentEngines, ProblemCode, Side, VoiceEngine } from '@parley/contract';
import { findLocalModels } from '../adapters/local-models/discover.ts';
import type { Config } from '../config/config.ts';
import { setUpOf } from '../features/connections/calling-now.ts';
import type { CheckLimit } from '../features/connections/check-limit.ts';
import type { CallingFacts, SetUp } from '../features/connections/decide-calling.ts';
import { ModelHealth } from '../features/connections/voices/model-health.ts';
import { type VoiceEndpoints, voiceEndpoints } from '../features/connections/voices/voice-endpoints.ts';
import { voiceTests } from '../features/connections/voices/voice-tests.ts';
import type { Caller } from '../ports/caller.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConnectionStore, StoredConnection } from '../ports/connections.ts';
import type { ModelFailure } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import type { RefusalReason } from '../ports/model-refusal.ts';
import { createVoiceOpener } from './voice-opener.ts';
import { openVoiceSources, type VoiceSources } from './voice-sources.ts';

/** What is known of connections on this server. */
export interface KnownConnections {
  /** Ended ones too, until their calls are over. */
  byId(id: string): StoredConnection | null;
  /** The active one of an organization, otherwise the last that was disconnected. */
  shown(tenantId: string, kind: 'model' | 'speech'): StoredConnection | null;
}

export interface VoicesDeps {
  readonly config: Pick<Config, 'model' | 'voice' | 'toolHosts' | 'localModelPorts'>;
  readonly connections: KnownConnections;
  readonly store: Pick<ConnectionStore, 'connect' | 'onlyTenant' | 'markHealth'>;
  readonly limit: CheckLimit;
  /** A connection of the tenant as it is stored now; null where there is none with this id. */
  readonly find: (tenantId: string, id: string) => Promise<StoredConnection | null>;
  /** After a change: where the connections of the organization stand. */
  readonly changed: (caller: Caller) => Promise<{ connections: Connections }>;
  readonly clock: Clock;
  readonly log: Log;
}

export type VoiceFacts = Pick<CallingFacts, 'voice' | 'probe'>;

export interface Voices extends VoiceSources {
  /** For the decision about a call: a model on this machine is asked whether it is there. */
  voiceFacts(tenantId: string, engine: VoiceEngine): Promise<VoiceFacts>;
  /** The same without asking anybody, for screens. */
  knownVoiceFacts(tenantId: string, engine: VoiceEngine): VoiceFacts;
  /** Since when and why a connection fails, as this server knows it: of a model on its own machine, more than is stored. */
  failingOf(connection: StoredConnection): StoredConnection['failing'];
  /** What speaks with each engine, for the editor of agents. */
  enginesOf(tenantId: string, side: Side): DeploymentEngines;
  readonly endpoints: VoiceEndpoints;
  readonly tests: ReturnType<typeof voiceTests>;
  /** A model on this machine has stopped or is back, which only this server knows. */
  onHealth(listener: (tenantId: string) => void): void;
  /** Once the server listens, and not waited for. */
  lookForModels(): Promise<void>;
  close(): void;
}

/** Everything about who speaks on calls. */
export async function openVoices(deps: VoicesDeps): Promise<Voices> {
  const { config, connections, clock, log } = deps;
  const listeners: ((tenantId: string) => void)[] = [];
  const localModels = findLocalModels(config.localModelPorts);
  const opener = createVoiceOpener(config, { clock, log });
  const health = new ModelHealth({
    localModel: (id) => {
      const found = connections.byId(id);
      if (found?.settings.kind !== 'model' || !found.settings.onThisMachine) return null;
      const { baseUrl, model } = found.settings;
      return { tenantId: found.tenantId, id, url: baseUrl ?? '', model };
    },
    answers: (url) => localModels.answers(url),
    onChange: (tenantId) => {
      for (const listener of listeners) listener(tenantId);
    },
    ...{ clock, log },
  });
  const voiceOf = (tenantId: string, engine: VoiceEngine): SetUp => {
    const found = connections.shown(tenantId, engine === 'realtime' ? 'speech' : 'model');
    const voice = setUpOf(found, isInEnvironment(config, engine));
    // Of a model on this machine the probe tells more than what another server, or this one, has stored.
    const isHere = found?.settings.kind === 'model' && found.settings.onThisMachine;
    return voice.kind === 'connected' && isHere ? { ...voice, failing: null } : voice;
  };
  const sources = await openVoiceSources({
    ...{ config, clock, log },
    connection: (id) => connections.byId(id),
    modelOf: (tenantId) => {
      const setUp = voiceOf(tenantId, 'relay');
      if (setUp.kind === 'environment') return 'environment';
      return setUp.kind === 'connected' ? setUp.id : null;
    },
    onFailure: failureReporter(deps, health),
  });
  const { lookForModels, ...endpoints } = voiceEndpoints({
    ...{ store: deps.store, localModels, open: opener, toolHosts: config.toolHosts },
    find: deps.find,
    ...{ limit: deps.limit, changed: deps.changed, clock },
  });
  return {
    ...sources,
    async voiceFacts(tenantId, engine) {
      const voice = voiceOf(tenantId, engine);
      return { voice, probe: voice.kind === 'connected' ? await health.probe(voice.id) : 'unknown' };
    },
    knownVoiceFacts(tenantId, engine) {
      const voice = voiceOf(tenantId, engine);
      return { voice, probe: voice.kind === 'connected' ? health.stateOf(voice.id) : 'unknown' };
    },
    failingOf({ id, settings, failing }) {
      if (settings.kind !== 'model' || !settings.onThisMachine) return failing;
      const since = health.downSince(id);
      return since && { code: 'model_unreachable', since };
    },
    enginesOf(tenantId, side) {
      const nameOf = (engine: VoiceEngine) => modelNameOf(voiceOf(tenantId, engine), engine, deps);
      const relay = nameOf('relay');
      const realtime = nameOf('realtime');
      return {
        standard: config.voice.engine,
        relay: relay === null ? (side === 'sandbox' ? 'scripted' : 'none') : 'model',
        realtime: realtime === null ? 'none' : 'model',
        models: { relay, realtime },
      };
    },
    endpoints,
    tests: voiceTests(opener, clock),
    onHealth: (listener) => void listeners.push(listener),
    lookForModels,
    close: () => health.close(),
  };
}

function isInEnvironment({ model, voice }: Pick<Config, 'model' | 'voice'>, engine: VoiceEngine): boolean {
  return engine === 'realtime' ? voice.realtime !== null : model.provider !== 'scripted';
}

function modelNameOf(
  setUp: SetUp,
  engine: VoiceEngine,
  { config, connections }: Pick<VoicesDeps, 'config' | 'connections'>,
): string | null {
  if (setUp.kind === 'connected') {
    const settings = connections.byId(setUp.id)?.settings;
    return settings?.kind === 'model' || settings?.kind === 'speech' ? settings.model : null;
  }
  if (setUp.kind !== 'environment') return null;
  if (engine === 'realtime') return config.voice.realtime?.model ?? null;
  return config.model.provider === 'scripted' ? null : config.model.model;
}

/** What a conversation learns of an account. Other failures may pass by themselves. */
const lasting: Partial<Record<RefusalReason, ProblemCode>> = {
  key: 'key_refused',
  credit: 'no_credit',
  model: 'model_missing',
};
const storedEveryMs = 30_000;

/** A conversation finds out before any check that a model fails; the card shows it, and new real calls are refused. */
function failureReporter({ store, clock, log }: VoicesDeps, health: ModelHealth) {
  const storedAt = new Map<string, number>();
  return ({ tenantId, id, settings }: StoredConnection, { kind, reason }: ModelFailure): void => {
    if (settings.kind === 'model' && settings.onThisMachine) {
      health.failed(id, kind);
      return;
    }
    const code = reason === null ? undefined : lasting[reason];
    if (code === undefined || clock.time() - (storedAt.get(id) ?? 0) < storedEveryMs) return;
    storedAt.set(id, clock.time());
    void store.markHealth(tenantId, id, code, clock.now()).catch((err: unknown) => {
      log.warn({ err, tenantId, code }, 'the failure of a model or speech service could not be stored');
    });
  };
}
