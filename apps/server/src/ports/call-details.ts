import type { CallDetail } from '@parley/contract';
import type { Caller } from './caller.ts';

/** What other parts of the desk know of a call, for its page. */
export interface CallDetails {
  /** Without what the caller may not read. */
  of(caller: Caller, callId: string): Promise<Pick<CallDetail, 'outcomes' | 'followUps'>>;
}
