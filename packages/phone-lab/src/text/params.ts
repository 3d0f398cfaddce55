import { countryOf } from '../phone-number-format.ts';
import type { Params } from '../webhook/signature.ts';
import { segmentsOf, type TextRecord } from './record.ts';

function common(accountSid: string, { sid, from, to }: TextRecord): Params {
  return {
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: accountSid,
    From: from,
    To: to,
    ApiVersion: '2010-04-01',
  };
}

/** Parameters of a status callback. */
export function textStatusParams(accountSid: string, record: TextRecord): Params {
  const params = { ...common(accountSid, record), MessageStatus: record.status, SmsStatus: record.status };
  return record.errorCode === null ? params : { ...params, ErrorCode: String(record.errorCode) };
}

/** Parameters of the webhook for an inbound text. */
export function inboundTextParams(accountSid: string, record: TextRecord): Params {
  const place = (prefix: string, number: string): Params => ({
    [`${prefix}City`]: '',
    [`${prefix}State`]: '',
    [`${prefix}Zip`]: '',
    [`${prefix}Country`]: countryOf(number),
  });
  return {
    ...common(accountSid, record),
    SmsMessageSid: record.sid,
    SmsStatus: record.status,
    Body: record.body,
    NumMedia: '0',
    NumSegments: String(segmentsOf(record.body)),
    ...place('From', record.from),
    ...place('To', record.to),
  };
}
