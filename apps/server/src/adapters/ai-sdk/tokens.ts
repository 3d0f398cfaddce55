import type { LanguageModelUsage } from 'ai';
import type { OnTokens } from '../../ports/language-model.ts';

/** Nothing is told of a provider that does not say both. */
export function reportTokens(onTokens: OnTokens | undefined, model: string, usage: LanguageModelUsage): void {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return;
  onTokens?.({ model, inputTokens, outputTokens });
}
