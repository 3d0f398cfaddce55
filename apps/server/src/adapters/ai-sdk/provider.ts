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
      // OpenAI-compatible servers seldom have the Responses API.
      return config.baseUrl === null
        ? createOpenAI({ ...access })(model)
        : createOpenAI({ ...where, ...access }).chat(model);
    case 'anthropic':
      return createAnthropic({ ...where, ...access })(model);
    case 'openai-compatible':
      return createOpenAICompatible({ name: 'local', baseURL: config.baseUrl ?? '', ...access })(model);
  }
}

/** Conversations are not stored at the provider. */
export const providerOptions = { openai: { store: false } };
