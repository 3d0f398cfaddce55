import { listModels } from '../adapters/model-lists/list-models.ts';
import { realtimeEngine } from '../adapters/openai-realtime/engine.ts';
import type { Config } from '../config/config.ts';
import { modelNames, type VoiceOpener } from '../features/connections/voices/voice-opener.ts';
import { type GuardedFetch, guardedFetch } from '../lib/guarded-fetch.ts';
import { createHostGuard } from '../lib/host-guard.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { guardOf, openModel } from './open-model.ts';

/** The address of a provider is not entered by anybody. */
const providerFetch: GuardedFetch = (
  url,
  { method = 'GET', headers = {}, body = null, signal = null } = {},
) => fetch(url, { method, headers, body, signal, redirect: 'manual' });

export function createVoiceOpener(
  { toolHosts }: Pick<Config, 'toolHosts'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): VoiceOpener {
  return {
    model(settings, key) {
      const opened = openModel(settings, () => key, toolHosts);
      return { model: opened.model(null), writer: opened.writer(), names: modelNames(settings) };
    },
    speech: ({ url, model }, key) => {
      const guard = createHostGuard({ loopback: false, hosts: toolHosts });
      return realtimeEngine({ ...{ url, model, guard, clock, log }, key: () => key });
    },
    list: (access, signal) => {
      const send = access.baseUrl === null ? providerFetch : guardedFetch(guardOf(access, toolHosts));
      return listModels(access, send, signal);
    },
  };
}
