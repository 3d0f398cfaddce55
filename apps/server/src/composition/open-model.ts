import type { ConnectedProvider } from '@parley/contract';
import { createChatCompletionsModel } from '../adapters/chat-completions/chat-model.ts';
import { guardedFetch } from '../lib/guarded-fetch.ts';
import { createHostGuard, type HostGuard } from '../lib/host-guard.ts';
import type { LanguageModel, TextGenerator } from '../ports/language-model.ts';
import type { ObjectWriter } from '../ports/model-access.ts';
import { measuredGenerator, measuredModel, measuredWriter } from './measured-model.ts';

export interface ModelSettings {
  readonly provider: ConnectedProvider;
  readonly baseUrl: string | null;
  readonly model: string;
  /** Found there and chosen by a person: the one case in which this machine may be asked. */
  readonly onThisMachine?: boolean;
}

/** A model in each of its uses. */
export interface OpenModel {
  /** `name`: an agent's own choice instead of the connected one. */
  model(name: string | null): LanguageModel;
  generator(): TextGenerator;
  writer(): ObjectWriter;
  /** Loads what is loaded only when needed. */
  ready(): Promise<void>;
}

/** The SDK of the providers takes a fifth of the server's loading time, so only a server that uses it loads it. */
const loadSdk = () => import('../adapters/ai-sdk/sdk.ts');

/** Addresses that people entered are guarded; those of the environment are as whoever runs the deployment wants them. */
export function openModel(
  settings: ModelSettings,
  key: () => string | null,
  toolHosts: readonly string[],
  { guarded = true } = {},
): OpenModel {
  const guard = guarded && settings.baseUrl !== null ? guardOf(settings, toolHosts) : null;
  const config = { ...settings, key, ...(guard && { fetch: guardedFetch(guard, { keepAlive: true }) }) };
  const open = (name: string | null): LanguageModel =>
    settings.provider === 'openai-compatible'
      ? createChatCompletionsModel({ ...config, guard }, name)
      : loadedModel(name ?? settings.model, async () => (await loadSdk()).createLanguageModel(config, name));
  return {
    model: keepRecentModels((name) => measuredModel(open(name), settings.provider)),
    generator: () =>
      measuredGenerator(
        {
          name: settings.model,
          generate: async (request, signal) =>
            (await loadSdk()).createTextGenerator(config).generate(request, signal),
        },
        settings.provider,
      ),
    writer: () =>
      measuredWriter(
        {
          write: async (request, signal) =>
            (await loadSdk()).createObjectWriter(config).write(request, signal),
        },
        settings.provider,
      ),
    ready: async () => {
      if (settings.provider !== 'openai-compatible') await loadSdk();
    },
  };
}

/** More names than the agents of a deployment use at a time. */
const modelsKept = 50;

/** Names are what people type, so only the models used last are kept; a call keeps the one that it has. */
export function keepRecentModels(open: OpenModel['model']): OpenModel['model'] {
  const models = new Map<string | null, LanguageModel>();
  return (name) => {
    const found = models.get(name) ?? open(name);
    models.delete(name);
    models.set(name, found);
    for (const oldest of models.keys()) {
      if (models.size <= modelsKept) break;
      models.delete(oldest);
    }
    return found;
  };
}

export function guardOf(
  { onThisMachine = false }: Pick<ModelSettings, 'onThisMachine'>,
  hosts: readonly string[],
): HostGuard {
  return createHostGuard({ loopback: onThisMachine, hosts });
}

/** Loading begins at once, so that it is over when the first answer is wanted. */
function loadedModel(name: string, load: () => Promise<LanguageModel>): LanguageModel {
  const loaded = load();
  // Reported by the first answer that is wanted.
  loaded.catch(() => {});
  return {
    name,
    async *reply(request, signal) {
      yield* (await loaded).reply(request, signal);
    },
  };
}
