import { type CallResult, callReasons, isCallReason } from '@parley/contract';
import type { Call } from '../../lib/parsing/calls.ts';

type Tone = 'green' | 'red' | 'blue' | 'grey' | 'amber';

const statusTones: Readonly<Record<string, Tone>> = {
  completed: 'green',
  busy: 'red',
  'no-answer': 'red',
  failed: 'red',
  'in-progress': 'blue',
};

export function statusTone(status: string): Tone {
  return Object.hasOwn(statusTones, status) ? (statusTones[status] ?? 'grey') : 'grey';
}

export function speakerTone(speaker: string): Tone {
  return speaker === 'agent' ? 'blue' : speaker === 'user' ? 'green' : 'grey';
}

/** The number of the other party; null when it was withheld. */
export function counterparty({
  direction,
  from,
  to,
}: Pick<Call, 'direction' | 'from' | 'to'>): string | null {
  const number = direction === 'inbound' ? from : direction === 'outbound' ? to : (to ?? from);
  return number === '' ? null : number;
}

export const withheldNumber = 'Withheld number';

/** An unknown direction is shown as it is. */
export function directionLabel({ direction }: Pick<Call, 'direction'>): string {
  return direction === 'inbound' ? 'Inbound' : direction === 'outbound' ? 'Outbound' : direction;
}

export function reasonSentence({ reason }: Pick<Call, 'reason'>): string | null {
  if (reason === null || reason === '') return null;
  return isCallReason(reason) ? callReasons[reason] : reason;
}

const results: Readonly<Record<CallResult, { label: string; short: string; tone: Tone }>> = {
  reached: { label: 'Goal reached', short: 'Goal reached', tone: 'green' },
  partly: { label: 'Partly reached', short: 'Partly', tone: 'amber' },
  not: { label: 'Not reached', short: 'Not reached', tone: 'grey' },
};

/** Whether the goal of a call was reached; null for a result that this page does not know. */
export function resultWords(result: string | null | undefined): (typeof results)[CallResult] | null {
  if (result == null || !Object.hasOwn(results, result)) return null;
  return results[result as CallResult];
}
