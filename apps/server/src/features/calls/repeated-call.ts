import { normalizePhoneNumber, type PlaceCallResponse } from '@parley/contract';
import type { CallAdmission } from '../../ports/call-admission.ts';
import { fingerprintOf, type PlaceCallRequest } from './place-call.ts';
import { type RepeatedRequestDeps, resultOfFirstRequest } from './repeated-request.ts';

/** The call that the same request was answered with before; null where there is none. */
export type RepeatedCall = (request: PlaceCallRequest) => Promise<PlaceCallResponse | null>;

/**
 * For what is checked before a call is placed and may have changed since: whoever repeats a request after a lost answer gets
 * the call, and not a refusal after which they ask for a second one.
 */
export function createRepeatedCall(
  deps: RepeatedRequestDeps & { readonly admission: Pick<CallAdmission, 'placedWith'> },
): RepeatedCall {
  return async (request) => {
    const { caller, agentId, idempotencyKey } = request;
    const to = normalizePhoneNumber(request.phoneNumber);
    if (to === null || idempotencyKey === null) return null;
    const earlier = await deps.admission.placedWith(caller.tenantId, idempotencyKey);
    if (earlier?.fingerprint !== fingerprintOf(request, agentId, to)) return null;
    await resultOfFirstRequest(deps, earlier.callId);
    return { to, callId: earlier.callId };
  };
}
