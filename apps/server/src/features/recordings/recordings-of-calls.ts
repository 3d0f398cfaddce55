import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import type { CallRecordings, RecordingStore } from '../../ports/recordings.ts';

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
  recordings: Pick<RecordingStore, 'begin' | 'isRecorded' | 'hint'>,
  carrierOf: (call: Parameters<CallRecordings['begin']>[0]) => Pick<Carrier, 'recordings'> | null,
): CallRecordings {
  return {
    // A try is held with a draft, and by whoever wrote it.
    begin: async (call) =>
      call.mode === 'live' &&
      call.carrierSid !== null &&
      carrierOf(call)?.recordings != null &&
      recordings.begin(call),
    isRecorded: async (call) =>
      call.mode === 'live' && recordings.isRecorded({ tenantId: call.tenantId, callId: call.id }),
    hint: ({ name, account }, { callId, carrierSid }) =>
      recordings.hint({ carrier: name, account }, callId, carrierSid),
  };
}
