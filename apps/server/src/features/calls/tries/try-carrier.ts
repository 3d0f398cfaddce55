import { type CallRecord, isSandbox } from '../../../ports/call.ts';

/** The number that rings on open handset pages: no simulated person and no fixed outcome has it. */
export const handsetNumber = '+15005550199';
/** Names the carrier of tries by text, which is none. */
export const textCarrier = 'text';

/** Whether no phone of anybody takes part: there the scripted agent may speak. */
export function isTryInSandbox(call: Pick<CallRecord, 'carrier'>): boolean {
  return isSandbox(call) || call.carrier === textCarrier;
}
