import { describe } from 'vitest';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { openVoiceDesk } from '../testing/voice-desk.ts';
import { connecting, goodbye, warmTransferTests, why } from '../testing/warm-transfers.ts';

describe('over relay', () => {
  warmTransferTests(async () => {
    const model = await ModelServer.start(({ stream, messages }) => {
      if (!stream) return [{ say: 'They wanted a person.' }];
      return String(messages.at(-1)?.content).includes('A person')
        ? [{ say: connecting }, { call: 'transfer_call', input: { reason: why } }]
        : [{ say: goodbye }, { call: 'end_call', input: { reason: 'finished' } }];
    });
    const desk = await openVoiceDesk(
      {},
      {
        LLM_PROVIDER: 'openai-compatible',
        LLM_BASE_URL: model.url,
        LLM_MODEL: 'emulated',
        OPENAI_API_KEY: 'test-key',
      },
    );
    const stop = async () => {
      await desk.stop();
      await model.stop();
    };
    return { desk, stop };
  }, 6_100);
});
