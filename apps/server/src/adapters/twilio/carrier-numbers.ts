import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js';
import { type CarrierNumbers, CarrierRequestFailed, type OwnedNumber } from '../../ports/carrier.ts';
import type { SendRequest } from './client.ts';
import { failureOf } from './failures.ts';
import { type CallbackUrls, numberWebhooks } from './urls.ts';

/** At whichever address of ours it was. */
const webhookEnding = '/text';

export function carrierNumbers(send: SendRequest, urls: () => CallbackUrls): CarrierNumbers {
  const view = (number: IncomingPhoneNumberInstance, wanted = numberWebhooks(urls())): OwnedNumber => ({
    sid: number.sid,
    number: number.phoneNumber,
    callsGoTo: number.voiceUrl ?? '',
    // A number of an application or a trunk uses the URLs configured there.
    pointsHere:
      !number.voiceApplicationSid &&
      !number.trunkSid &&
      (Object.keys(wanted) as (keyof typeof wanted)[]).every((key) => number[key] === wanted[key]),
  });

  return {
    list: () =>
      requested(async () => {
        const found = await send((client) => client.incomingPhoneNumbers.list({ limit: 1000 }));
        return found.map((number) => view(number));
      }),
    pointHere: (sid) =>
      requested(async () => {
        const wanted = { ...numberWebhooks(urls()), voiceApplicationSid: '', trunkSid: '' };
        const now = await send((client) => client.incomingPhoneNumbers(sid).fetch());
        const texts = isFree(now) ? { smsUrl: urls().forNumber('text'), smsMethod: 'POST' } : {};
        await send((client) => client.incomingPhoneNumbers(sid).update({ ...wanted, ...texts }));
        return view(await send((client) => client.incomingPhoneNumbers(sid).fetch()));
      }),
  };
}

/** Another program may answer the text messages of a number; it keeps them. */
function isFree({ smsUrl, smsApplicationSid }: IncomingPhoneNumberInstance): boolean {
  if (smsApplicationSid) return false;
  return !smsUrl || smsUrl.includes('demo.twilio.com') || smsUrl.endsWith(webhookEnding);
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
