import { AppError } from '../../errors.ts';
import type { DoNotCallEntry, DoNotCallList } from '../../ports/do-not-call.ts';
import type { Organizations } from '../../ports/organization-store.ts';

/** Why a listed number is not called; for an unconfirmed entry also what can be done about it. */
export async function doNotCallRefusal(
  list: Pick<DoNotCallList, 'find'>,
  organizations: Organizations,
  tenantId: string,
  number: string,
): Promise<AppError> {
  const entry = await list.find(tenantId, number);
  if (!entry?.unconfirmed) return new AppError('do_not_call', 'This number is on the do-not-call list.');
  const { timeZone } = await organizations.of(tenantId);
  return new AppError('do_not_call', unconfirmedSentence(entry, timeZone));
}

function unconfirmedSentence({ createdAt, callId }: DoNotCallEntry, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(createdAt);
  return [
    'This number is on the do-not-call list, but nobody has confirmed it.',
    `Somebody who called in on ${day} and showed this number asked for it${callId === null ? '' : ` (call ${callId})`}, and the number that a caller shows can be forged.`,
    'Ask the person by other means, then confirm the entry under Settings, Do Not Call, or let an administrator remove it there.',
  ].join(' ');
}
