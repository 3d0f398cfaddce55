import { vi } from 'vitest';
import { createLanguageModel } from '../../src/adapters/ai-sdk/language-model.ts';
import { createChatCompletionsModel } from '../../src/adapters/chat-completions/chat-model.ts';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { anthropicWire } from './anthropic-wire.ts';
import { chatWire } from './chat-wire.ts';
import type { ProviderWire } from './provider-server.ts';
import { responsesWire } from './responses-wire.ts';

const key = () => 'test-key';
const realFetch = globalThis.fetch;

/** Each provider with its own wire, and the adapter that speaks it. The test takes back what was stubbed. */
export const providers: [string, ProviderWire, (origin: string) => LanguageModel][] = [
  [
    'an OpenAI-compatible server',
    chatWire,
    (origin) => createChatCompletionsModel({ model: 'own', baseUrl: `${origin}/v1`, key }),
  ],
  [
    'OpenAI chat completions at another address',
    chatWire,
    (origin) => createLanguageModel({ provider: 'openai', model: 'own', baseUrl: `${origin}/v1`, key }),
  ],
  [
    'OpenAI responses',
    responsesWire,
    (origin) => {
      vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
        realFetch(String(url).replace('https://api.openai.com', origin), init),
      );
      return createLanguageModel({ provider: 'openai', model: 'gpt-5', baseUrl: null, key });
    },
  ],
  [
    'Anthropic',
    anthropicWire,
    (origin) => createLanguageModel({ provider: 'anthropic', model: 'claude', baseUrl: `${origin}/v1`, key }),
  ],
];
