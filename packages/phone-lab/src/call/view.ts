import type { Account, AccountStanding } from '../account.ts';
import { rfc2822, rfc2822OrNull } from '../dates.ts';
import { formatNumber } from '../phone-number-format.ts';
import type { CallRecord } from './record.ts';
import { durationSeconds, hasEnded } from './state-machine.ts';

const subresources = {
  notifications: 'Notifications',
  recordings: 'Recordings',
  payments: 'Payments',
  events: 'Events',
  siprec: 'Siprec',
  streams: 'Streams',
  transcriptions: 'Transcriptions',
  user_defined_message_subscriptions: 'UserDefinedMessageSubscriptions',
  user_defined_messages: 'UserDefinedMessages',
};

/** REST has no status `initiated`: a call is `queued` until it rings. */
export function restStatus(record: CallRecord): string {
  return record.status === 'initiated' ? 'queued' : record.status;
}

/** The Call resource: every key is always present, scalars are strings, nulls are explicit. */
export function callView(
  { sid: accountSid, standing }: Pick<Account, 'sid' | 'standing'>,
  record: CallRecord,
): Record<string, unknown> {
  const base = `/2010-04-01/Accounts/${accountSid}/Calls/${record.sid}`;
  const duration = durationSeconds(record);
  const uris: Record<string, string> = {};
  for (const [key, path] of Object.entries(subresources)) uris[key] = `${base}/${path}.json`;
  return {
    sid: record.sid,
    date_created: rfc2822(record.createdAt),
    date_updated: rfc2822(record.updatedAt),
    parent_call_sid: record.parentCallSid,
    account_sid: accountSid,
    to: record.to,
    to_formatted: formatNumber(record.to),
    from: record.from,
    from_formatted: formatNumber(record.from),
    phone_number_sid: record.phoneNumberSid,
    status: restStatus(record),
    start_time: rfc2822OrNull(record.startedAt),
    // Only a call that was answered has an end time and a duration.
    end_time: hasEnded(record.status) && duration !== null ? rfc2822OrNull(record.endedAt) : null,
    duration: duration === null ? null : String(duration),
    price: priceOf(record, standing),
    price_unit: standing.currency,
    direction: record.direction,
    answered_by: record.answeredBy,
    api_version: '2010-04-01',
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: String(record.queueTimeMs),
    trunk_sid: null,
    uri: `${base}.json`,
    subresource_uris: uris,
  };
}

/** Null until the carrier tells its prices, some time after the call. Charges are negative; unanswered calls have none. */
function priceOf(record: CallRecord, { pricePerMinute }: Readonly<AccountStanding>): string | null {
  const duration = durationSeconds(record);
  if (pricePerMinute === null || duration === null || !hasEnded(record.status)) return null;
  return (-Math.ceil(duration / 60) * Number(pricePerMinute)).toFixed(5);
}
