import type { AfterCallStep } from '../../ports/after-call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FollowUpDetector } from '../../ports/follow-up-detector.ts';
import type { FollowUpWork } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { TranscriptStore } from '../../ports/transcript-store.ts';

export interface CloseByCallDeps {
  readonly work: Pick<FollowUpWork, 'closeByCall'>;
  readonly detector: Pick<FollowUpDetector, 'reached'>;
  readonly organizations: Organizations;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
  readonly clock: Clock;
}

/** A follow-up that was called back is done if a person was reached at its number; otherwise it stays, and says so (FU8). */
export function createCloseByCall(deps: CloseByCallDeps): AfterCallStep {
  return async (call, event) => {
    if (event.type !== 'call.ended' || call.followUpId === null) return;
    const transcript = await deps.transcripts.read({ tenantId: call.tenantId, callId: call.id });
    const at = deps.clock.now();
    const reached = deps.detector.reached(call, transcript);
    const { timeZone } = await deps.organizations.of(call.tenantId);
    const what = reached ? 'at another number' : 'nobody reached';
    const line = `Called ${clockTime(call.createdAt, timeZone)}: ${what}.`;
    await deps.work.closeByCall(call, { reached, line }, at);
  };
}

/** With the day: a note is read days later too. */
function clockTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(' at ', ', ');
}
