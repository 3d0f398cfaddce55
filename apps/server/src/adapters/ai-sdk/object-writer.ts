import { generateText, jsonSchema, NoObjectGeneratedError, Output } from 'ai';
import { ModelFailure } from '../../ports/language-model.ts';
import type { ObjectWriter } from '../../ports/model-access.ts';
import { toFailure } from './failures.ts';
import { openModel, type ProviderModel, providerOptions } from './provider.ts';
import { reportTokens } from './tokens.ts';

/** Has a model answer in a given form, by the provider's own means for it. */
export function createObjectWriter(config: ProviderModel): ObjectWriter {
  const model = openModel(config, null, { structured: true });
  return {
    async write({ prompt, material, schema, maxTokens = 1_000, onTokens }, signal) {
      try {
        const result = await generateText({
          model,
          instructions: prompt,
          prompt: material,
          output: Output.object({
            schema: jsonSchema<unknown>({ ...schema, required: [...schema.required] }),
          }),
          maxOutputTokens: maxTokens,
          maxRetries: 0,
          abortSignal: signal,
          providerOptions,
        });
        reportTokens(onTokens, config.model, result.totalUsage);
        return result.output;
      } catch (error) {
        if (NoObjectGeneratedError.isInstance(error)) {
          if (error.usage) reportTokens(onTokens, config.model, error.usage);
          throw new ModelFailure('unusable', 'The answer does not have the form.', error);
        }
        throw toFailure(error, false);
      }
    },
  };
}
