import * as z from 'zod';
import type { GuardedFetch } from '../../lib/guarded-fetch.ts';
import { ModelFailure } from '../../ports/language-model.ts';
import type { ModelAccess } from '../../ports/model-access.ts';
import { refusalReasonOf } from '../../ports/model-refusal.ts';

const ownAddresses = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
} as const;
const longestAnswer = 1024 * 1024;
const mostModels = 500;

/** What both wires have in common. */
const models = z.object({ data: z.array(z.looseObject({ id: z.string().min(1).max(200) })).nullable() });

/** The names of the models that a key may use, as the provider lists them. Throws ModelFailure. */
export async function listModels(
  { provider, baseUrl, key }: ModelAccess,
  send: GuardedFetch,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const address = baseUrl ?? (provider === 'openai-compatible' ? '' : ownAddresses[provider]);
  const url = `${address.replace(/\/+$/, '')}/models${provider === 'anthropic' ? '?limit=100' : ''}`;
  const headers: Record<string, string> =
    provider === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : { accept: 'application/json' };
  if (key !== null)
    headers[provider === 'anthropic' ? 'x-api-key' : 'authorization'] = keyText(provider, key);
  const response = await send(url, { headers, signal }).catch((error: unknown) => {
    throw new ModelFailure('unreachable', "The model's server cannot be reached.", error);
  });
  const body = await textOf(response);
  if (!response.ok) {
    const later = response.status === 429 || response.status >= 500;
    const reason = refusalReasonOf(response.status, body);
    throw new ModelFailure(
      later ? 'busy' : 'refused',
      `The server answered ${response.status}.`,
      null,
      reason,
    );
  }
  const read = models.safeParse(parsed(body));
  if (!read.success) throw new ModelFailure('unusable', 'The list of models cannot be read.');
  return (read.data.data ?? []).slice(0, mostModels).map(({ id }) => id);
}

function keyText(provider: ModelAccess['provider'], key: string): string {
  return provider === 'anthropic' ? key : `Bearer ${key}`;
}

async function textOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > longestAnswer) throw new ModelFailure('unusable', 'The list of models has no end.');
    }
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure('unreachable', "The connection to the model's server broke.", error);
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
