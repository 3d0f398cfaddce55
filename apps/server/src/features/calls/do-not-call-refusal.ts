import { AppError } from '../../errors.ts';
import type { DoNotCallEntry, DoNotCallList } from '../../ports/do-not-call.ts';

/** Why a listed number is not called; for an unconfirmed entry also what can be done about it. */
export async function doNotCallRefusal(
  list: Pick<DoNotCallList, 'find'>,
  tenantId: string,
  number: string,
): Promise<AppError> {
  const entry = await list.find(tenantId, number);
  return new AppError(
    'do_not_call',
    entry?.unconfirmed ? unconfirmedSentence(entry) : 'This number is on the do-not-call list.',
  );
}

const dayOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function unconfirmedSentence({ createdAt, callId }: DoNotCallEntry): string {
  return [
    'This number is on the do-not-call list, but nobody has confirmed it.',
    `Somebody who called in on ${dayOf.format(createdAt)} and showed this number asked for it${callId === null ? '' : ` (call ${callId})`}, and the number that a caller shows can be forged.`,
    'Ask the person by other means; an administrator can then confirm or remove the entry with npm run dnc.',
  ].join(' ');
}
