import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';

/** Connects a call to one of its voice sessions; without an agent or a model it plays an announcement. */
export type ConnectSession = (
  call: CallRecord,
  session: number,
  /** What the other party has said who was asked whether the call may be recorded. */
  answer?: 'granted' | 'refused',
) => Promise<CallScript>;
