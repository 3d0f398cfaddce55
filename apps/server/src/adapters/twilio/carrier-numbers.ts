import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js';
import { type CarrierNumbers, CarrierRequestFailed, type OwnedNumber } from '../../ports/carrier.ts';
import type { TwilioClient } from './client.ts';
import { failureOf } from './failures.ts';
import type { CallbackUrls } from './urls.ts';

export function carrierNumbers(client: TwilioClient, urls: CallbackUrls): CarrierNumbers {
  const wanted = {
    voiceUrl: urls.forNumber('inbound'),
    voiceMethod: 'POST',
    voiceFallbackUrl: urls.forNumber('fallback'),
    voiceFallbackMethod: 'POST',
    statusCallback: urls.forNumber('status'),
    statusCallbackMethod: 'POST',
  };
  const view = (number: IncomingPhoneNumberInstance): OwnedNumber => ({
    sid: number.sid,
    number: number.phoneNumber,
    voiceUrl: number.voiceUrl ?? '',
    // A number of an application or a trunk uses the URLs configured there.
    pointsHere:
      !number.voiceApplicationSid &&
      !number.trunkSid &&
      (Object.keys(wanted) as (keyof typeof wanted)[]).every((key) => number[key] === wanted[key]),
  });

  return {
    list: () => requested(async () => (await client.incomingPhoneNumbers.list({ limit: 1000 })).map(view)),
    pointHere: (sid) =>
      requested(async () => {
        await client.incomingPhoneNumbers(sid).update({ ...wanted, voiceApplicationSid: '', trunkSid: '' });
        return view(await client.incomingPhoneNumbers(sid).fetch());
      }),
  };
}

async function requested<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new CarrierRequestFailed(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): CarrierRequestFailed['reason'] {
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'busy':
      return 'carrier_busy';
    // The account in the path does not exist.
    case 'missing':
      return 'account_problem';
    case 'unknown':
      return 'carrier_unreachable';
    case 'refused': {
      const { reason } = failure.refusal;
      return reason === 'account_problem' || reason === 'carrier_unreachable' ? reason : 'carrier_refused';
    }
  }
}
