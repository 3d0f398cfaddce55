import type { Refusal, RefusalReason } from '../../ports/carrier.ts';

/** What a failed request means for the call it was about. */
export type Failure =
  /** The request was refused: nothing happened. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'missing' }
  /** Too many requests at once: not processed, safe to repeat. */
  | { readonly kind: 'busy' }
  /** It may have been processed. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** Only the error codes after which a person has to do something else; Twilio has many more, and adds to them. */
const reasons: Record<number, RefusalReason> = {
  13223: 'invalid_number',
  13224: 'invalid_number',
  13225: 'number_blocked',
  13227: 'country_blocked',
  20003: 'account_problem',
  10004: 'carrier_busy',
  21201: 'invalid_number',
  21210: 'caller_id_not_owned',
  21211: 'invalid_number',
  21212: 'caller_id_not_owned',
  21213: 'caller_id_not_owned',
  21214: 'unreachable_number',
  21215: 'country_blocked',
  21216: 'number_blocked',
  21217: 'invalid_number',
  21219: 'number_not_verified',
  21222: 'invalid_number',
  22005: 'carrier_busy',
};

/** The request was not sent, so it cannot have been processed. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export function failureOf(error: unknown): Failure {
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (typeof status === 'number') return answered(status, typeof code === 'number' ? code : null);
  if (typeof code === 'string') {
    return neverSent.has(code) ? refused('carrier_unreachable', null) : { kind: 'unknown', detail: code };
  }
  // The carrier may have processed the request before the error.
  return { kind: 'unknown', detail: error instanceof Error ? error.name : 'unknown error' };
}

function answered(status: number, code: number | null): Failure {
  if (status === 429) return { kind: 'busy' };
  if (status === 404) return { kind: 'missing' };
  const timedOut = status === 408;
  if (status < 400 || status >= 500 || timedOut) return { kind: 'unknown', detail: `HTTP ${status}` };
  if (status === 401 || status === 403) return refused('account_problem', code);
  return refused((code !== null && reasons[code]) || 'carrier_refused', code);
}

export function refused(reason: RefusalReason, carrierCode: number | null): Failure & { kind: 'refused' } {
  const retryable = reason === 'carrier_busy' || reason === 'carrier_unreachable';
  return { kind: 'refused', refusal: { reason, carrierCode, retryable } };
}
