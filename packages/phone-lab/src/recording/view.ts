import { rfc2822 } from '../dates.ts';
import type { RecordingRecord } from './record.ts';

/** The Recording resource: of the account with its media, of a call with its track. */
export function recordingView(
  accountSid: string,
  origin: string,
  record: RecordingRecord,
  of: 'account' | 'call',
): Record<string, unknown> {
  const account = `/2010-04-01/Accounts/${accountSid}`;
  const base = `${account}/Recordings/${record.sid}`;
  return {
    sid: record.sid,
    account_sid: accountSid,
    call_sid: record.callSid,
    conference_sid: null,
    api_version: '2010-04-01',
    channels: record.channels,
    date_created: rfc2822(record.createdAt),
    date_updated: rfc2822(record.updatedAt),
    start_time: rfc2822(record.startedAt),
    duration: record.seconds === null ? null : String(record.seconds),
    price: null,
    price_unit: 'USD',
    source: record.source,
    status: record.status,
    error_code: record.errorCode,
    encryption_details: null,
    subresource_uris: {
      add_on_results: `${base}/AddOnResults.json`,
      transcriptions: `${base}/Transcriptions.json`,
    },
    ...(of === 'account'
      ? { uri: `${base}.json`, media_url: `${origin}${base}` }
      : { uri: `${account}/Calls/${record.callSid}/Recordings/${record.sid}.json`, track: record.track }),
  };
}
