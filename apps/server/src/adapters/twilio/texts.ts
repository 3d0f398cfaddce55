import type { Carrier, TextRefusal } from '../../ports/carrier.ts';
import { attempt } from './calls.ts';
import type { SendRequest } from './client.ts';
import type { Failure } from './failures.ts';
import type { CallbackUrls } from './urls.ts';

/** Only those that are told to the other party in other words; Twilio has many more. */
const reasons: Partial<Record<number, TextRefusal['reason']>> = {
  21610: 'opted_out',
  21612: 'cannot_receive_texts',
  21614: 'cannot_receive_texts',
  30006: 'cannot_receive_texts',
  21606: 'cannot_send_texts',
  21659: 'cannot_send_texts',
  21660: 'cannot_send_texts',
  21661: 'cannot_send_texts',
};

/** Sends text messages: at most once, because the service knows no key by which it would recognise a second request. */
export function carrierTexts(
  send: SendRequest,
  urlsAt: (address: string | null) => CallbackUrls,
): Pick<Carrier, 'sendText'> {
  return {
    sendText: async ({ to, from, body, report }) => {
      const statusCallback = report && urlsAt(report.callbackUrl).forText(report.callId, report.textId);
      const wanted = { to, from, body, ...(statusCallback !== undefined && { statusCallback }) };
      const made = await attempt(() => send((client) => client.messages.create(wanted)));
      if (made.ok) return { kind: 'sent', sid: made.value.sid };
      return outcomeOf(made.failure);
    },
  };
}

/** What an error code says about the numbers; null: nothing that is told in other words. */
export function reasonOf(code: number | null): TextRefusal['reason'] | null {
  return (code === null ? null : reasons[code]) ?? null;
}

function outcomeOf(failure: Failure): Awaited<ReturnType<Carrier['sendText']>> {
  switch (failure.kind) {
    case 'unknown':
      return failure;
    case 'busy':
      return { kind: 'refused', refusal: { reason: 'carrier_busy', carrierCode: 20429 } };
    case 'missing':
      return { kind: 'refused', refusal: { reason: 'account_problem', carrierCode: null } };
    case 'refused': {
      const { carrierCode, reason } = failure.refusal;
      return { kind: 'refused', refusal: { reason: reasonOf(carrierCode) ?? reason, carrierCode } };
    }
  }
}
