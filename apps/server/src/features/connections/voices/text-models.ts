import type { ConnectedProvider } from '@parley/contract';

/** OpenAI lists models of every kind, without saying which. */
const otherThanText =
  /embed|rerank|whisper|tts|dall-e|image|audio|transcribe|realtime|moderation|sora|babbage|davinci|computer-use|search-api/i;

/** The models of a list that may answer on a call, as far as their names tell. */
export function textModelsOf(provider: ConnectedProvider, models: readonly string[]): string[] {
  const forText = models.filter((name) => !otherThanText.test(name));
  return provider === 'openai' ? forText.toSorted() : forText;
}
