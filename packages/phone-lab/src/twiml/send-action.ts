import type { Leg } from '../call/leg.ts';
import { recordWebhook } from '../webhook/callbacks.ts';
import { sendWebhook } from '../webhook/request.ts';
import type { Method } from '../webhook/target.ts';

/** Requests `action` after the call has ended; the response is ignored. */
export async function sendAction(
  call: Leg,
  url: string,
  method: Method,
  extra: Record<string, string>,
): Promise<void> {
  const params = { ...call.params(), ...extra };
  const { authToken } = call.carrier.account;
  const result = await sendWebhook({ url, method, params, authToken, cookies: call.cookies });
  recordWebhook(call.carrier.ledger, { callSid: call.sid, purpose: 'action', url, method, params }, result);
}
