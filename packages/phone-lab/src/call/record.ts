import type { CallState } from './state-machine.ts';

export type Direction = 'inbound' | 'outbound-api' | 'outbound-dial';

/** Everything the carrier stores about a call; the REST representation is made from it. */
export interface CallRecord extends CallState {
  sid: string;
  direction: Direction;
  from: string;
  to: string;
  parentCallSid: string | null;
  phoneNumberSid: string | null;
  /** How the carrier vouches for the calling number; absent: it does not say. */
  stirStatus?: 'A' | 'B' | 'C';
  createdAt: number;
  updatedAt: number;
  queueTimeMs: number;
  answeredBy: string | null;
  /** The name of the callee. */
  callee: string | null;
}
