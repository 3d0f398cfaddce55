import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel as SdkModel } from 'ai';
import type { GuardedFetch } from '../../lib/guarded-fetch.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** Where a model is, and how one is let in. */
export interface ProviderModel {
  readonly provider: 'openai' | 'anthropic' | 'openai-compatible';
  readonly model: string;
  readonly baseUrl: string | null;
  /** Asked for each request, because it may be replaced meanwhile. */
  readonly key: () => string | null;
  /** How the server is reached; left out, by any address. */
  readonly fetch?: GuardedFetch;
}

/** Never sent: the SDK wants a key when it is opened, and would otherwise take one of the environment. */
const noKey = 'asked-for-each-request';

/** The configured model; `name` overrides the configured one, for agents that ask for their own. */
export function openModel(
  config: ProviderModel,
  name: string | null,
  { structured = false } = {},
): Exclude<SdkModel, string> {
  const model = name ?? config.model;
  const where = config.baseUrl === null ? {} : { baseURL: config.baseUrl };
  const access = { fetch: boundedFetch(withKey(config)), apiKey: noKey };
  switch (config.provider) {
    case 'openai':
      // OpenAI-compatible servers seldom have the Responses API.
      return config.baseUrl === null
        ? createOpenAI({ ...access })(model)
        : createOpenAI({ ...where, ...access }).chat(model);
    case 'anthropic':
      return createAnthropic({ ...where, ...access })(model);
    case 'openai-compatible':
      return createOpenAICompatible({
        includeUsage: true,
        ...{ name: 'local', baseURL: config.baseUrl ?? '', ...access },
        supportsStructuredOutputs: structured,
      })(model);
  }
}

function withKey({ provider, key, fetch: send }: ProviderModel): typeof fetch {
  const header = provider === 'anthropic' ? 'x-api-key' : 'authorization';
  return (input, init) => {
    const headers = new Headers(init?.headers);
    const current = key();
    headers.delete(header);
    if (current !== null) headers.set(header, provider === 'anthropic' ? current : `Bearer ${current}`);
    if (!send) return fetch(input, { ...init, headers });
    const { method = 'GET', body = null, signal = null } = init ?? {};
    if (body !== null && typeof body !== 'string') throw new TypeError('fetch: only text is sent to a model');
    return send(input instanceof Request ? input.url : input, { method, headers, body, signal });
  };
}

/** Conversations are not stored at the provider. */
export const providerOptions = { openai: { store: false } };
