import type { CarrierAccount } from '../../config/carrier.ts';
import type { CarrierName } from '../../ports/call.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { CarrierWire } from '../../ports/carrier-wire.ts';
import { carrierCalls } from './calls.ts';
import { carrierNumbers } from './carrier-numbers.ts';
import { createClient, requestTimeoutMs } from './client.ts';
import { callbackUrls } from './urls.ts';
import { carrierWire } from './wire.ts';

export interface TwilioCarrier {
  readonly carrier: Carrier;
  readonly wire: CarrierWire;
}

/** Serves Twilio and the sandbox carrier, which speaks the same API: they differ in base URL and in `name`. */
export function createTwilioCarrier(
  account: CarrierAccount,
  publicUrl: string,
  name: CarrierName,
  timeoutMs: number = requestTimeoutMs,
): TwilioCarrier {
  const client = createClient(account, timeoutMs);
  const urls = callbackUrls(publicUrl);
  return {
    carrier: {
      name,
      account: account.accountSid,
      ...carrierCalls(client, urls),
      numbers: carrierNumbers(client, urls),
    },
    wire: carrierWire(account.authToken, publicUrl),
  };
}
