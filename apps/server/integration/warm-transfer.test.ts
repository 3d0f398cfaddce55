import { describe } from 'vitest';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering } from '../testing/realtime-callees.ts';
import { openRealtimeDesk } from '../testing/realtime-desk.ts';
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
        LLM_MODEL: 'stand-in',
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

describe('over the realtime engine', () => {
  warmTransferTests(async () => {
    const desk = await openRealtimeDesk(8);
    desk.service.answerWith(
      answering((heard) =>
        /person/.test(heard)
          ? [speak(connecting), call('transfer_call', { reason: why })]
          : [speak(goodbye), call('end_call', { reason: 'finished' })],
      ),
    );
    return { desk, stop: () => desk.stop() };
  }, 6_200);
});
