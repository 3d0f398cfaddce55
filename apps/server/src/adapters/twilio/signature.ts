import twilio from 'twilio';
import type { CarrierRequest } from '../../ports/carrier-connection.ts';
import type { FormFields } from './form.ts';

const signatureHeader = 'x-twilio-signature';

export interface SignatureCheck {
  isSigned(request: CarrierRequest, form: FormFields): boolean;
  isSignedSocket(request: CarrierRequest): boolean;
}

/** Requests are signed with the account's primary auth token over the exact URL, also where an API key places the calls. */
export function signatureCheck(authToken: string, publicUrl: string): SignatureCheck {
  const socketUrl = publicUrl.replace(/^http/, 'ws');
  const check = (url: string, { headers }: CarrierRequest, form: FormFields) => {
    const signature = headers[signatureHeader];
    return typeof signature === 'string' && twilio.validateRequest(authToken, signature, url, { ...form });
  };
  return {
    isSigned: (request, form) => check(publicUrl + request.url, request, form),
    isSignedSocket: (request) => check(socketUrl + request.url, request, {}),
  };
}
