import * as z from 'zod/mini';
import { plainUrl, replaces, secretText, shortText } from './connection.ts';
import { problem } from './problems.ts';

export const modelProviders = ['openai', 'anthropic', 'openai-compatible'] as const;
export const modelProvider = z.enum(modelProviders);
export type ConnectedProvider = z.infer<typeof modelProvider>;

const access = {
  provider: modelProvider,
  /** Null: the provider's own. */
  baseUrl: z.nullable(
    plainUrl(['http:', 'https:'], 'Enter the address of the server, such as https://models.example.com/v1.'),
  ),
  /** Null: the server wants none. */
  key: z.nullable(secretText),
};

const isWhole = ({
  provider,
  baseUrl,
  key,
}: {
  provider: string;
  baseUrl: string | null;
  key: string | null;
}) => (provider === 'openai-compatible' ? baseUrl !== null : key !== null);
const whole = z.refine<Parameters<typeof isWhole>[0]>(
  isWhole,
  'OpenAI and Anthropic need a key, any other server an address.',
);

export const listModelsBody = z.object(access).check(whole);
export const listModelsResponse = z.object({
  models: z.array(z.string()),
  problem: z.nullable(problem),
});

const model = shortText('Enter the name of the model.');
export const checkModelBody = z.object({ ...access, model }).check(whole);
export type CheckModelBody = z.infer<typeof checkModelBody>;

/** Another model with the key that is stored. */
export const changeModelBody = z.object({ revision: z.int(), model });
export type ChangeModelBody = z.infer<typeof changeModelBody>;

export const connectModelBody = z.object({ ...access, model, replaces }).check(whole);
export type ConnectModelBody = z.infer<typeof connectModelBody>;

/** A server with models on the machine of this server, found on one of its usual ports. */
export const localModelServer = z.object({
  server: z.enum(['ollama', 'lm-studio', 'llama.cpp', 'vllm', 'other']),
  /** The base URL for `openai-compatible`. */
  url: z.string(),
  models: z.array(z.string()),
});
export type LocalModelServer = z.infer<typeof localModelServer>;

export const localModelsResponse = z.object({
  found: z.array(localModelServer),
  /** Null: not looked for yet. */
  lookedAt: z.nullable(z.iso.datetime()),
});
export type LocalModels = z.infer<typeof localModelsResponse>;

const speech = {
  /** Null: OpenAI's own. */
  url: z.nullable(plainUrl(['ws:', 'wss:'], 'Enter an address such as wss://api.openai.com/v1/realtime.')),
  key: z.nullable(secretText),
  model,
};
const isWholeSpeech = ({ url, key }: { url: string | null; key: string | null }) =>
  url !== null || key !== null;
const wholeSpeech = z.refine<Parameters<typeof isWholeSpeech>[0]>(
  isWholeSpeech,
  'OpenAI needs a key, any other service an address.',
);

export const checkSpeechBody = z.object(speech).check(wholeSpeech);
export type CheckSpeechBody = z.infer<typeof checkSpeechBody>;
export const checkSpeechResponse = z.object({
  /** From the request to the session that is ready. */
  readyMs: z.nullable(z.number()),
  problem: z.nullable(problem),
});
export const connectSpeechBody = z.object({ ...speech, replaces }).check(wholeSpeech);
export type ConnectSpeechBody = z.infer<typeof connectSpeechBody>;
