import { sandboxCarrier } from '../../ports/call.ts';
import type { AccountSource, AddressBook, CarrierConnection } from '../../ports/carrier-connection.ts';
import { carrierCalls } from './calls.ts';
import { carrierNumbers } from './carrier-numbers.ts';
import { requestsOf, requestTimeoutMs } from './client.ts';
import { socketPath } from './paths.ts';
import { carrierRecordings } from './recordings.ts';
import { relayProtocol } from './relay-messages.ts';
import { signatureCheck } from './signature.ts';
import { streamProtocol } from './stream-messages.ts';
import { carrierTexts } from './texts.ts';
import { callbackUrls } from './urls.ts';
import { twilioWebhooks } from './webhooks.ts';

/** How calls of real accounts are stored. */
export const carrierName = 'twilio';

export interface TwilioOptions {
  /** The account is one of a phone-lab, which speaks the same protocol: no real calls are made. */
  readonly sandbox: boolean;
  /** Null for the account of the environment and for sandboxes. */
  readonly connectionId?: string | null;
  readonly timeoutMs?: number;
}

/** Serves Twilio and the sandbox carrier: they differ in base URL and in name. */
export function connectTwilio(
  source: AccountSource,
  addresses: AddressBook,
  { sandbox, connectionId = null, timeoutMs = requestTimeoutMs }: TwilioOptions,
): CarrierConnection {
  const send = requestsOf(source, timeoutMs);
  const urlsAt = (address: string | null) => callbackUrls(address ?? addresses.current(), connectionId);
  const signatures = signatureCheck(source, addresses);
  const isSigned = (request: Parameters<typeof signatures.socketSignedFor>[0], now: Date) =>
    signatures.socketSignedFor(request, now) !== null;
  return {
    carrier: {
      name: sandbox ? sandboxCarrier : carrierName,
      account: source.accountSid,
      connectionId,
      ...carrierCalls(send, urlsAt),
      ...carrierTexts(send, urlsAt),
      numbers: carrierNumbers(send, () => urlsAt(null)),
      recordings: carrierRecordings(send, source),
    },
    webhooks: twilioWebhooks(signatures, connectionId),
    sockets: {
      [socketPath('relay', connectionId)]: { speech: 'text', protocol: relayProtocol, isSigned },
      [socketPath('media', connectionId)]: { speech: 'audio', protocol: streamProtocol, isSigned },
    },
    reread: () => source.reread(),
  };
}
