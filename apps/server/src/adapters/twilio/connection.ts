import type { CarrierAccount } from '../../config/carrier.ts';
import { sandboxCarrier } from '../../ports/call.ts';
import type { CarrierConnection } from '../../ports/carrier-connection.ts';
import { carrierCalls } from './calls.ts';
import { carrierNumbers } from './carrier-numbers.ts';
import { createClient, requestTimeoutMs } from './client.ts';
import { socketPaths } from './paths.ts';
import { relayProtocol } from './relay-messages.ts';
import { signatureCheck } from './signature.ts';
import { streamProtocol } from './stream-messages.ts';
import { writeTwiml } from './twiml.ts';
import { callbackUrls } from './urls.ts';
import { twilioWebhooks } from './webhooks.ts';

export interface TwilioOptions {
  /** The account is one of a phone-lab, which speaks the same protocol: no real calls are made. */
  readonly sandbox: boolean;
  readonly timeoutMs?: number;
}

/** Serves Twilio and the sandbox carrier: they differ in base URL and in name. */
export function connectTwilio(
  account: CarrierAccount,
  publicUrl: string,
  { sandbox, timeoutMs = requestTimeoutMs }: TwilioOptions,
): CarrierConnection {
  const client = createClient(account, timeoutMs);
  const urls = callbackUrls(publicUrl);
  const signatures = signatureCheck(account.authToken, publicUrl);
  return {
    carrier: {
      name: sandbox ? sandboxCarrier : 'twilio',
      account: account.accountSid,
      ...carrierCalls(client, urls, (script) => writeTwiml(script, publicUrl)),
      numbers: carrierNumbers(client, urls),
    },
    webhooks: twilioWebhooks(signatures),
    respond: (script) =>
      script === null
        ? { status: 204, contentType: null, body: '' }
        : { status: 200, contentType: 'text/xml; charset=utf-8', body: writeTwiml(script, publicUrl) },
    sockets: {
      [socketPaths.relay]: { speech: 'text', protocol: relayProtocol, isSigned: signatures.isSignedSocket },
      [socketPaths.media]: { speech: 'audio', protocol: streamProtocol, isSigned: signatures.isSignedSocket },
    },
  };
}
