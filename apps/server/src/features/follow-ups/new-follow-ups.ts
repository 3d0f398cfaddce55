import type { CallRecord } from '../../ports/call.ts';
import type { DetectedFollowUp, NewFollowUp } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { dueTime } from './due-time.ts';

/** What was found in a call, with whom it is about and when it is due. */
export type NewFollowUpsOf = (
  call: CallRecord,
  detected: readonly DetectedFollowUp[],
) => Promise<NewFollowUp[]>;

export function createNewFollowUps(organizations: Organizations): NewFollowUpsOf {
  return async (call, detected) => {
    if (detected.length === 0) return [];
    const organization = await organizations.of(call.tenantId);
    const from = call.endedAt ?? call.createdAt;
    return detected.map((found) => ({
      ...found,
      tenantId: call.tenantId,
      sourceKey: `call/${call.id}/${found.reason}`,
      callId: call.id,
      number: call.direction === 'inbound' ? call.from : call.to,
      contactId: call.contactId,
      dueAt: dueOf(found, from, organization),
      subjectId: null,
    }));
  };
}

/** A time that somebody asked for counts; whoever needs help is not made to wait for it. */
function dueOf(
  { reason, urgentWhy, dueAt }: DetectedFollowUp,
  from: Date,
  organization: Parameters<typeof dueTime>[3],
): Date {
  const due = dueTime(reason, urgentWhy !== null, from, organization);
  return dueAt === null || (urgentWhy !== null && due < dueAt) ? due : dueAt;
}
