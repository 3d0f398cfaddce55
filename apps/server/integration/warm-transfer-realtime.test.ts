import { describe } from 'vitest';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering } from '../testing/realtime-callees.ts';
import { openRealtimeDesk } from '../testing/realtime-desk.ts';
import { connecting, goodbye, warmTransferTests, why } from '../testing/warm-transfers.ts';

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
