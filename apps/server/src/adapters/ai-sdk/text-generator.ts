import { generateText } from 'ai';
import { ModelFailure, type TextGenerator } from '../../ports/language-model.ts';
import { toFailure } from './failures.ts';
import { openModel, type ProviderModel, providerOptions } from './provider.ts';
import { reportTokens } from './tokens.ts';

/** Writes texts with the same model that answers on calls. The caller decides about retries. */
export function createTextGenerator(config: ProviderModel): TextGenerator {
  const model = openModel(config, null);
  return {
    name: config.model,
    async generate({ prompt, material, onTokens }, signal) {
      const text = await generateText({
        model,
        instructions: prompt,
        prompt: material,
        maxOutputTokens: 4_000,
        maxRetries: 0,
        abortSignal: signal,
        providerOptions,
      }).then(
        (result) => {
          reportTokens(onTokens, config.model, result.totalUsage);
          return result.text.trim();
        },
        (error: unknown) => {
          throw toFailure(error, false);
        },
      );
      if (text === '') throw new ModelFailure('unusable', 'The model wrote nothing.');
      return text;
    },
  };
}
