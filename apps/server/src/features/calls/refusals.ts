import { type CallReason, callReasons, type ErrorCode } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { type RefusalReason, refusalReasons } from '../../ports/carrier.ts';

/** Exhaustive on purpose: a refusal without a code does not compile. */
const codes: Record<RefusalReason, ErrorCode> = {
  invalid_number: 'carrier_invalid_number',
  unreachable_number: 'carrier_refused',
  country_blocked: 'carrier_country_blocked',
  number_blocked: 'carrier_refused',
  caller_id_not_owned: 'carrier_caller_id',
  number_not_verified: 'carrier_account',
  account_problem: 'carrier_account',
  carrier_busy: 'carrier_busy',
  carrier_refused: 'carrier_refused',
  carrier_unreachable: 'carrier_unreachable',
};

export function refusalError(reason: RefusalReason): AppError {
  return new AppError(codes[reason], callReasons[reason]);
}

export function isRefusalReason(reason: CallReason | null): reason is RefusalReason {
  return (refusalReasons as readonly (CallReason | null)[]).includes(reason);
}
