import type { CallScript } from '../../src/ports/call-script.ts';
import type { CarrierConnection } from '../../src/ports/carrier-connection.ts';
import { carrierName, type JsonCarrierAccount, paths } from './account.ts';
import { jsonCarrierCalls } from './calls.ts';
import { eventReader } from './events.ts';
import { audioProtocol, textProtocol } from './protocols.ts';
import { isSigned } from './signature.ts';
import { stepsOf } from './steps.ts';

/**
 * The adapter of a second carrier. Its protocol has nothing in common with Twilio's: one address for all events, JSON
 * instead of forms and markup, another signature, other messages on its sockets.
 */
export function connectJsonCarrier(
  account: JsonCarrierAccount,
  publicUrl: string,
  timeoutMs = 10_000,
): CarrierConnection {
  const json = 'application/json; charset=utf-8';
  const socketUrl = publicUrl.replace(/^http/, 'ws');
  const isSignedSocket = (request: Parameters<typeof isSigned>[2]) =>
    isSigned(account.secret, socketUrl, request, '');
  const readEvent = eventReader(account, publicUrl);
  const respond = (script: CallScript | null) => ({
    status: 200,
    contentType: json,
    body: JSON.stringify(script === null ? {} : { steps: stepsOf(script, publicUrl) }),
  });
  return {
    carrier: {
      name: carrierName,
      account: account.id,
      connectionId: null,
      ...jsonCarrierCalls(account, publicUrl, timeoutMs),
    },
    webhooks: {
      [paths.events]: (request) => {
        const notice = readEvent(request);
        return notice && { notice, respond };
      },
    },
    sockets: {
      [paths.text]: { speech: 'text', protocol: textProtocol(account), isSigned: isSignedSocket },
      [paths.audio]: { speech: 'audio', protocol: audioProtocol(account), isSigned: isSignedSocket },
    },
    reread: async () => false,
  };
}
