import type { Callee } from '../callee/callee.ts';
import type { NumberRecord } from '../number-record.ts';
import { crossConnect } from './bridge.ts';
import type { Leg } from './leg.ts';
import type { CallEvent } from './state-machine.ts';

/** Receives a call on a number of the account, on behalf of this caller. */
export type Receive = (from: string, number: NumberRecord, caller: Callee) => Leg;

/**
 * A number of the account as the one that is called: its voice URL decides, on an inbound leg of its own. Without one the
 * number is out of service.
 */
export function ownNumberCallee(number: NumberRecord, receive: Receive): Callee {
  const nobody = { name: number.phoneNumber, nature: 'human', greetingMs: 0, pickUp: () => {} } as const;
  if (!number.voiceUrl) return { ...nobody, ring: { kind: 'unreachable', sipCode: 480 } };
  return { ...nobody, ring: { kind: 'own-number', connect: (outer) => join(outer, number, receive) } };
}

function join(outer: Leg, number: NumberRecord, receive: Receive): void {
  const inner = receive(outer.record.from, number, {
    name: outer.record.from,
    ring: { kind: 'manual' },
    nature: 'human',
    greetingMs: 0,
    pickUp(party) {
      crossConnect(outer.channel, party.channel);
      outer.answer();
    },
  });
  void outer.over.then(() => inner.apply({ type: 'hangup' }));
  void inner.over.then(() => outer.apply(endOf(inner)));
}

/** How the end of the inner leg looks from outside. */
function endOf(inner: Leg): CallEvent {
  if (inner.record.answeredAt !== null) return { type: 'hangup' };
  if (inner.record.status === 'busy') return { type: 'busy' };
  return inner.record.status === 'no-answer' ? { type: 'unanswered' } : { type: 'unreachable', sipCode: 480 };
}
