import { type Call, type CallStatus, callReasons, type Speaker } from '@parley/contract';

type Tone = 'green' | 'red' | 'blue' | 'grey';

const statusTones: Partial<Record<CallStatus, Tone>> = {
  completed: 'green',
  busy: 'red',
  'no-answer': 'red',
  failed: 'red',
  'in-progress': 'blue',
};

export function statusTone(status: CallStatus): Tone {
  return statusTones[status] ?? 'grey';
}

export function speakerTone(speaker: Speaker): Tone {
  return speaker === 'agent' ? 'blue' : speaker === 'user' ? 'green' : 'grey';
}

/** The other party: who called in, or who was called. Null when the number was withheld. */
export function counterparty({
  direction,
  from,
  to,
}: Pick<Call, 'direction' | 'from' | 'to'>): string | null {
  const number = direction === 'inbound' ? from : to;
  return number === '' ? null : number;
}

export const withheldNumber = 'Withheld number';

export function directionLabel({ direction }: Pick<Call, 'direction'>): 'Inbound' | 'Outbound' {
  return direction === 'inbound' ? 'Inbound' : 'Outbound';
}

export function reasonSentence({ reason }: Pick<Call, 'reason'>): string | null {
  return reason === null ? null : callReasons[reason];
}
