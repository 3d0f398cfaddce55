import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { call, sayQuotedText } from '../../../testing/realtime/plan.ts';
import { RealtimeService } from '../../../testing/realtime/realtime-service.ts';
import { framesOf, silence, utter } from '../../../testing/realtime/speech.ts';
import { speechEngineContract } from '../../../testing/realtime/speech-engine-contract.ts';
import type { Log } from '../../ports/log.ts';
import { realtimeEngine } from './engine.ts';

const log: Log = { debug() {}, info() {}, warn() {}, error() {} };
const model = 'gpt-realtime-2.1';

let service: RealtimeService;
beforeAll(async () => {
  service = await RealtimeService.start();
  service.answerWith((request) =>
    request.instructions.includes('end_call with the reason')
      ? call('end_call', { reason: 'finished' })
      : sayQuotedText(request),
  );
});
afterAll(() => service.stop());

speechEngineContract('the emulator', {
  engine: async () => realtimeEngine({ url: service.url, model, key: () => service.key, log }),
  unauthorized: async () => realtimeEngine({ url: service.url, model, key: () => 'sk-nobody', log }),
  question: () => framesOf(Buffer.concat([silence(200), utter('When are you open?'), silence(800)])),
});

/** Speech is the path of a file with a question in raw µ-law: the emulator's voice means nothing to a recogniser. */
const { REALTIME_CONTRACT_KEY: key, REALTIME_CONTRACT_SPEECH: speech } = process.env;
const url = 'wss://api.openai.com/v1/realtime';

speechEngineContract(
  'the real service',
  key && speech
    ? {
        engine: async () => realtimeEngine({ url, model, key: () => key, log }),
        unauthorized: async () => realtimeEngine({ url, model, key: () => 'sk-nobody', log }),
        question: () => framesOf(Buffer.concat([silence(200), readFileSync(speech), silence(1_000)])),
      }
    : 'needs REALTIME_CONTRACT_KEY and REALTIME_CONTRACT_SPEECH',
);
