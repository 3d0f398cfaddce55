import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel as SdkModel } from 'ai';
import type { ModelConfig } from '../../config/model.ts';

export type OutsideModel = Exclude<ModelConfig, { provider: 'rehearsal' }>;

/** The configured model; `name` overrides the configured one, for agents that ask for their own. */
export function openModel(config: OutsideModel, name: string | null): Exclude<SdkModel, string> {
  const model = name ?? config.model;
  const where = config.baseUrl === null ? {} : { baseURL: config.baseUrl };
  const key = config.apiKey === null ? {} : { apiKey: config.apiKey };
  switch (config.provider) {
    case 'openai':
      // Servers that only look like OpenAI's seldom have its newer wire.
      return config.baseUrl === null
        ? createOpenAI({ ...key })(model)
        : createOpenAI({ ...where, ...key }).chat(model);
    case 'anthropic':
      return createAnthropic({ ...where, ...key })(model);
    case 'openai-compatible':
      return createOpenAICompatible({ name: 'local', baseURL: config.baseUrl ?? '', ...key })(model);
  }
}

/** What is said on a call is not left with the provider. */
export const providerOptions = { openai: { store: false } };
