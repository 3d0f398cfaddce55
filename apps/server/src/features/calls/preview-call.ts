import { type CallPreview, normalizePhoneNumber, phoneNumberSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { PlaceCallRequest } from './call-request.ts';
import { doNotCallRefusal } from './do-not-call-refusal.ts';
import { expectedMicros } from './expected-cost.ts';
import { notAdmitted } from './not-admitted.ts';
import { orderOf, type PlaceCallDeps, planFor, refuseWhileDraining } from './place-call.ts';

export type PreviewCall = (request: PlaceCallRequest) => Promise<CallPreview>;

/** Asks what placing a call asks, in the same order and by the same statement, and stores nothing. */
export function createPreviewCall(deps: PlaceCallDeps): PreviewCall {
  return async (request) => {
    const to = normalizePhoneNumber(request.phoneNumber);
    const known: { from: string | null; side: CallPreview['side'] } = { from: null, side: null };
    try {
      refuseWhileDraining(deps);
      if (to === null) throw new AppError('invalid_phone_number', phoneNumberSentence);
      const { agent, plan } = await planFor(deps, request, to);
      const order = orderOf(deps, plan, request, agent, to, deps.newId(), request.contactId ?? null);
      Object.assign(known, { from: order.from, side: plan.side });
      if (request.side && plan.side !== request.side) throw notAdmitted({ kind: 'side_changed' });
      const expected = await expectedMicros(deps.organizations, request.caller.tenantId, plan);
      await refuseNotAdmitted(deps, { ...order, expectedMicros: expected });
      return { to, ...known, allowed: true, refusal: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.cause !== undefined) throw error;
      return { to, ...known, allowed: false, refusal: { code: error.code, error: error.message } };
    }
  };
}

async function refuseNotAdmitted(
  { admission, doNotCall, organizations, rules }: PlaceCallDeps,
  order: Parameters<PlaceCallDeps['admission']['preview']>[0],
): Promise<void> {
  const decision = await admission.preview(order, rules.limits);
  if (decision.kind === 'admitted' || decision.kind === 'repeated') return;
  if (decision.kind === 'do_not_call')
    throw await doNotCallRefusal(doNotCall, organizations, order.tenantId, order.to);
  throw notAdmitted(decision);
}
