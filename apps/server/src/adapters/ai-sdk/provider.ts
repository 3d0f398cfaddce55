import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel as SdkModel } from 'ai';
import type { ModelConfig } from '../../config/model.ts';
import { boundedFetch } from './bounded-fetch.ts';

export type ProviderModel = Exclude<ModelConfig, { provider: 'scripted' }>;

/** The configured model; `name` overrides the configured one, for agents that ask for their own. */
export function openModel(config: ProviderModel, name: string | null): Exclude<SdkModel, string> {
  const model = name ?? config.model;
  const where = config.baseUrl === null ? {} : { baseURL: config.baseUrl };
  const access = { fetch: boundedFetch, ...(config.apiKey !== null && { apiKey: config.apiKey }) };
  switch (config.provider) {
    case 'openai':
      // Servers that only look like OpenAI's seldom have its newer wire.
      return config.baseUrl === null
        ? createOpenAI({ ...access })(model)
        : createOpenAI({ ...where, ...access }).chat(model);
    case 'anthropic':
      return createAnthropic({ ...where, ...access })(model);
    case 'openai-compatible':
      return createOpenAICompatible({ name: 'local', baseURL: config.baseUrl ?? '', ...access })(model);
  }
}

/** What is said on a call is not left with the provider. */
export const providerOptions = { openai: { store: false } };
