import type { CallDetail } from '../../../lib/parsing/call-detail.ts';
import { Instant } from '../../../ui/instant.tsx';

const reasons: Readonly<Record<string, string>> = {
  recordings: ' It was older than your organization keeps recordings.',
  transcripts: ' It was older than your organization keeps transcripts.',
};

/** In the place of the player, on a call that is kept longer than its recording. */
export function DeletedRecording({ deleted }: { deleted: NonNullable<CallDetail['recordingDeleted']> }) {
  return (
    <p className="border-b px-5 py-3 text-ink-2 text-sm">
      The recording of this call was deleted on <Instant at={deleted.at} />.
      {Object.hasOwn(reasons, deleted.with) && reasons[deleted.with]}
    </p>
  );
}
