import type { Leg } from '../call/leg.ts';
import type { TwimlSource } from '../call/plan.ts';
import type { XmlNode } from './xml.ts';

export interface VerbContext {
  readonly call: Leg;
  readonly signal: AbortSignal;
  readonly isFirst: boolean;
  readonly documentUrl: string | null;
}

/** Continue with the next verb, end the call, or continue with another document. */
export type VerbResult = 'next' | 'end' | { goto: TwimlSource };
export type Verb = (node: XmlNode, context: VerbContext) => Promise<VerbResult>;

export const supportedTwimlVerbs = [
  'Say',
  'Play',
  'Pause',
  'Gather',
  'Record',
  'Dial',
  'Connect',
  'Start',
  'Stop',
  'Redirect',
  'Reject',
  'Hangup',
];

/** TwiML verbs that the lab does not support. */
export const unsupportedVerbs: ReadonlySet<string> = new Set([
  'Echo',
  'Enqueue',
  'Leave',
  'Pay',
  'Prompt',
  'Queue',
  'Refer',
  'Sms',
]);
