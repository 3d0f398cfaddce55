import { type Connections, type LocalModels as FoundModels, type Problem, problemOf } from '@parley/contract';
import { AppError } from '../../../errors.ts';
import { createHostGuard } from '../../../lib/host-guard.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  ConnectionStore,
  NewConnection,
  SettingsOf,
  StoredConnection,
} from '../../../ports/connections.ts';
import type { Endpoints } from '../../../ports/endpoint.ts';
import type { LocalModels } from '../../../ports/local-models.ts';
import { actorOf, failed, refusalOf } from '../changes.ts';
import type { CheckLimit } from '../check-limit.ts';
import { assertHostAllowed } from '../host-allowed.ts';
import { checkModel } from './check-model.ts';
import { checkSpeech } from './check-speech.ts';
import { textModelsOf } from './text-models.ts';
import { modelNames, speechNames, type VoiceOpener } from './voice-opener.ts';
import { problemOfModel } from './voice-problems.ts';

export interface VoiceEndpointDeps {
  readonly store: Pick<ConnectionStore, 'connect' | 'onlyTenant'>;
  /** What the organization has connected, as it is stored now; null where it has none with this id. */
  readonly find: (tenantId: string, id: string) => Promise<StoredConnection | null>;
  readonly localModels: LocalModels;
  readonly open: VoiceOpener;
  /** Hosts in private networks that whoever runs the deployment has named. */
  readonly toolHosts: readonly string[];
  readonly limit: Pick<CheckLimit, 'take'>;
  /** After a change of this organization: where its connections stand, as this server uses them from now on. */
  readonly changed: (caller: Caller) => Promise<{ connections: Connections }>;
  readonly clock: Clock;
}

export type VoiceEndpoints = Pick<
  Endpoints,
  | 'getLocalModels'
  | 'findLocalModels'
  | 'listModels'
  | 'checkModel'
  | 'connectModel'
  | 'listConnectedModels'
  | 'changeModel'
  | 'checkSpeech'
  | 'connectSpeech'
>;

const ownSpeechUrl = 'wss://api.openai.com/v1/realtime';
const listTimeoutMs = 10_000;

export function voiceEndpoints(deps: VoiceEndpointDeps): VoiceEndpoints & { lookForModels(): Promise<void> } {
  const { store, localModels, open, limit, clock } = deps;
  const guard = createHostGuard({ loopback: false, hosts: deps.toolHosts });
  let found: FoundModels = { found: [], lookedAt: null };

  async function look(): Promise<FoundModels> {
    const servers = await localModels.find();
    found = {
      found: servers.map((server) => ({ ...server, models: [...server.models] })),
      lookedAt: clock.now().toISOString(),
    };
    return found;
  }

  /** What runs on the machine is nobody's own where several organizations share it. */
  async function onlyOrganization({ tenantId }: Caller): Promise<void> {
    if ((await store.onlyTenant()) !== tenantId) throw refusalOf({ kind: 'one_organization_only' });
  }

  /** This machine only where models are looked for; anything else obeys the guard. */
  async function placeOf(
    caller: Caller,
    entered: string | null,
  ): Promise<Pick<SettingsOf<'model'>, 'baseUrl' | 'onThisMachine'>> {
    if (entered === null) return { baseUrl: null, onThisMachine: false };
    const local = localModels.addressOf(entered);
    if (local !== null) {
      await onlyOrganization(caller);
      return { baseUrl: local, onThisMachine: true };
    }
    assertHostAllowed(guard, entered, hostOf(entered));
    return { baseUrl: entered.replace(/\/+$/, ''), onThisMachine: false };
  }

  async function connect(caller: Caller, connection: Omit<NewConnection, 'actor'>) {
    const result = await store.connect({ actor: actorOf(caller), ...connection });
    if (result.kind !== 'connected') throw refusalOf(result);
    return deps.changed(caller);
  }

  /** A model or a speech service that is in use, with the key that is stored. */
  async function connectedVoice({ tenantId }: Caller, id: string) {
    const stored = await deps.find(tenantId, id);
    if (stored?.state !== 'active') throw refusalOf({ kind: 'missing' });
    const { settings } = stored;
    if (settings.kind !== 'model' && settings.kind !== 'speech') throw refusalOf({ kind: 'missing' });
    if (stored.unreadable) throw failed(problemOf('secret_unreadable'));
    return { stored, settings, key: stored.secrets.get('key')?.value ?? null };
  }

  const speechUrl = (entered: string | null): string => {
    if (entered !== null) assertHostAllowed(guard, entered, hostOf(entered));
    return entered ?? ownSpeechUrl;
  };

  return {
    getLocalModels: async ({ caller }) => {
      await onlyOrganization(caller);
      return found;
    },
    findLocalModels: async ({ caller }) => {
      await onlyOrganization(caller);
      limit.take(caller.tenantId);
      return look();
    },

    listModels: async ({ caller, body: { provider, baseUrl, key } }) => {
      limit.take(caller.tenantId);
      const access = { provider, key, ...(await placeOf(caller, baseUrl)) };
      try {
        const models = await open.list(access, AbortSignal.timeout(listTimeoutMs));
        return { models: textModelsOf(provider, models), problem: null };
      } catch (error) {
        return { models: [], problem: problemOfModel(error, modelNames({ ...access, model: '' })) };
      }
    },

    checkModel: async ({ caller, body: { provider, baseUrl, key, model } }) => {
      limit.take(caller.tenantId);
      const settings = { provider, model, ...(await placeOf(caller, baseUrl)) };
      return checkModel(open.model(settings, key), clock);
    },

    connectModel: async ({ caller, body: { provider, baseUrl, key, model, replaces } }) => {
      limit.take(caller.tenantId);
      const settings = { provider, model, ...(await placeOf(caller, baseUrl)) };
      const { problem } = await checkModel(open.model(settings, key), clock);
      if (problem) throw failed(problem);
      return connect(caller, {
        settings: { version: 1, kind: 'model', ...settings },
        secrets: key === null ? {} : { key },
        replaces,
      });
    },

    listConnectedModels: async ({ caller, params }) => {
      const { settings, key } = await connectedVoice(caller, params.id);
      if (settings.kind !== 'model') throw refusalOf({ kind: 'missing' });
      limit.take(caller.tenantId);
      try {
        const models = await open.list({ ...settings, key }, AbortSignal.timeout(listTimeoutMs));
        return { models: textModelsOf(settings.provider, models), problem: null };
      } catch (error) {
        return { models: [], problem: problemOfModel(error, modelNames({ ...settings, model: '' })) };
      }
    },

    changeModel: async ({ caller, params: { id }, body: { revision, model } }) => {
      const { settings: before, key, stored } = await connectedVoice(caller, id);
      if (stored.revision !== revision) throw refusalOf({ kind: 'stale' });
      limit.take(caller.tenantId);
      const settings = { ...before, model };
      const { problem } =
        settings.kind === 'model'
          ? await checkModel(open.model(settings, key), clock)
          : await checkSpeech(open.speech(settings, key), speechNames(settings), clock);
      if (problem) throw failed(problem);
      // Another connection (CN1): calls that are up go on with the model that they began with.
      const secrets = key === null ? {} : { key };
      return connect(caller, { settings, secrets, replaces: { id, revision } });
    },

    checkSpeech: async ({ caller, body: { url, key, model } }) => {
      limit.take(caller.tenantId);
      const settings = { url: speechUrl(url), model };
      return checkSpeech(open.speech(settings, key), speechNames(settings), clock);
    },

    connectSpeech: async ({ caller, body: { url, key, model, replaces } }) => {
      limit.take(caller.tenantId);
      const settings = { url: speechUrl(url), model };
      const { problem } = await checkSpeech(open.speech(settings, key), speechNames(settings), clock);
      if (problem) throw failed(problem satisfies Problem);
      return connect(caller, {
        settings: { version: 1, kind: 'speech', ...settings },
        secrets: key === null ? {} : { key },
        replaces,
      });
    },

    lookForModels: async () => {
      await look();
    },
  };
}

function hostOf(url: string): string {
  const { host } = URL.parse(url) ?? {};
  if (!host) throw new AppError('invalid_request', 'Enter an address.');
  return host;
}
