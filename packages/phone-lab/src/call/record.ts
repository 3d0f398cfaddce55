import type { CallState } from './state-machine.ts';

export type Direction = 'inbound' | 'outbound-api' | 'outbound-dial';

/** Everything the carrier remembers about a call; its REST representation is made from this alone. */
export interface CallRecord extends CallState {
  sid: string;
  direction: Direction;
  from: string;
  to: string;
  parentCallSid: string | null;
  phoneNumberSid: string | null;
  createdAt: number;
  updatedAt: number;
  queueTimeMs: number;
  answeredBy: string | null;
  /** Who picks up at the other end, by name of the callee. */
  callee: string | null;
}
