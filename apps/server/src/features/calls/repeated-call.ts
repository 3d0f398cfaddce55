import { normalizePhoneNumber, type PlaceCallResponse } from '@parley/contract';
import type { CallAdmission } from '../../ports/call-admission.ts';
import { fingerprintOf, type PlaceCallRequest } from './call-request.ts';
import { notAdmitted } from './not-admitted.ts';
import { type RepeatedRequestDeps, resultOfFirstRequest } from './repeated-request.ts';

/** The call that the same request was answered with before; null where its key has none. Refuses another request with the key. */
export type RepeatedCall = (request: PlaceCallRequest) => Promise<PlaceCallResponse | null>;

export function createRepeatedCall(
  deps: RepeatedRequestDeps & { readonly admission: Pick<CallAdmission, 'placedWith'> },
): RepeatedCall {
  return async (request) => {
    const { caller, agentId, idempotencyKey } = request;
    const to = normalizePhoneNumber(request.phoneNumber);
    if (to === null || idempotencyKey === null) return null;
    const earlier = await deps.admission.placedWith(caller.tenantId, idempotencyKey);
    if (!earlier) return null;
    if (earlier.fingerprint !== fingerprintOf(request, agentId, to))
      throw notAdmitted({ kind: 'key_reused' });
    await resultOfFirstRequest(deps, earlier.callId);
    return { to, callId: earlier.callId };
  };
}
