import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import type { CallRecordings, RecordingStore } from '../../ports/recordings.ts';
import type { Pauses } from './pauses.ts';

/** From the end of a call until the carrier is asked, where no callback comes before. */
export function createRecordingConsumer(
  recordings: Pick<RecordingStore, 'callEnded'>,
  firstWaitMs: number,
  clock: Clock,
): OutboxConsumer {
  return outboxConsumer('recordings', 'now', {
    'call.ended': ({ tenantId, event: { callId } }) =>
      recordings.callEnded({ tenantId, callId }, new Date(clock.time() + firstWaitMs)),
  });
}

export function createCallRecordings(
  recordings: Pick<RecordingStore, 'begin' | 'hint'>,
  carrierOf: (call: Parameters<CallRecordings['begin']>[0]) => Pick<Carrier, 'recordings'> | null,
  pauses: Pick<Pauses, 'around'>,
  clock: Clock,
): CallRecordings {
  // A try is held with a draft, and by whoever wrote it.
  const isPossible: CallRecordings['isPossible'] = (call) =>
    call.mode === 'live' && call.carrierSid !== null && carrierOf(call)?.recordings != null;
  return {
    isPossible,
    pausedWhile: (key, limitMs, work) => pauses.around(key, limitMs, work),
    begin: async (call, consent) => isPossible(call) && recordings.begin(call, consent, clock.now()),
    hint: ({ name, account }, { callId, carrierSid }) =>
      recordings.hint({ carrier: name, account }, callId, carrierSid),
  };
}
