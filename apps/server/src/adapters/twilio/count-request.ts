import { type CarrierOperation, countCarrierRequest } from '../../lib/metrics/metrics.ts';

/** `status` is null where no answer came. */
export function countRequest(address: string, status: number | null): void {
  countCarrierRequest(operationOf(address), status);
}

/** The resource that a request is about; ids in its address are left out. */
export function operationOf(address: string): CarrierOperation {
  if (address.includes('/Recordings')) return 'recordings';
  if (address.includes('/Calls')) return 'calls';
  if (address.includes('/Messages')) return 'messages';
  if (address.includes('/IncomingPhoneNumbers')) return 'numbers';
  return /\/Accounts(?:\/\w+)?(?:\.json)?$/.test(address) ? 'account' : 'other';
}
