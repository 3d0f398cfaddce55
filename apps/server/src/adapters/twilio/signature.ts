import twilio from 'twilio';
import type { AccountSource, AddressBook, CarrierRequest } from '../../ports/carrier-connection.ts';
import type { FormFields } from './form.ts';

const signatureHeader = 'x-twilio-signature';

/** The address that a request was signed for; null when it was not signed for one of ours. */
export interface SignatureCheck {
  signedFor(request: CarrierRequest, form: FormFields, now: Date): string | null;
  socketSignedFor(request: CarrierRequest, now: Date): string | null;
}

/** Requests are signed with the account's primary auth token over the exact URL, also where an API key places the calls. */
export function signatureCheck(
  source: Pick<AccountSource, 'signingTokens'>,
  addresses: Pick<AddressBook, 'all'>,
): SignatureCheck {
  const check = (
    { url, headers }: CarrierRequest,
    form: FormFields,
    now: Date,
    sentTo: (address: string) => string,
  ) => {
    const signature = headers[signatureHeader];
    if (typeof signature !== 'string') return null;
    // The present token and address come first: the others are tried only where these do not fit.
    for (const token of source.signingTokens(now))
      for (const address of addresses.all(now))
        if (twilio.validateRequest(token, signature, sentTo(address) + url, { ...form })) return address;
    return null;
  };
  return {
    signedFor: (request, form, now) => check(request, form, now, (address) => address),
    socketSignedFor: (request, now) => check(request, {}, now, (address) => address.replace(/^http/, 'ws')),
  };
}
