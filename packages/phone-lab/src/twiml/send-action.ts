import type { Leg } from '../call/leg.ts';
import { recordWebhook } from '../webhook/callbacks.ts';
import { sendWebhook } from '../webhook/request.ts';
import type { Method } from '../webhook/target.ts';

/** The caller is gone: an action is told all the same, but its answer has nobody left to be for. */
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
