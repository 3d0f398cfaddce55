import type { Callee } from '../callee/callee.ts';
import type { NumberRecord } from '../number-record.ts';
import { takesCalls } from '../phone-numbers.ts';
import { crossConnect } from './bridge.ts';
import type { Leg } from './leg.ts';
import type { CallEvent } from './state-machine.ts';

/** Starts the inbound leg on a number of the account. */
export type Receive = (from: string, number: NumberRecord, caller: Callee) => Leg;

/**
 * The callee for a number of the account: an inbound leg that runs the number's voice URL. A number without one, or
 * without voice, is out of service.
 */
export function ownNumberCallee(number: NumberRecord, receive: Receive): Callee {
  const nobody = {
    name: number.phoneNumber,
    nature: 'human',
    greetingMs: 0,
    greetingEnd: 'silence',
    pickUp: () => {},
  } as const;
  if (!takesCalls(number)) return { ...nobody, ring: { kind: 'unreachable', sipCode: 480 } };
  return { ...nobody, ring: { kind: 'own-number', connect: (outer) => join(outer, number, receive) } };
}

function join(outer: Leg, number: NumberRecord, receive: Receive): void {
  const inner = receive(outer.record.from, number, {
    name: outer.record.from,
    ring: { kind: 'manual' },
    nature: 'human',
    greetingMs: 0,
    greetingEnd: 'silence',
    pickUp(party) {
      crossConnect(outer.channel, party.channel);
      outer.answer();
    },
  });
  void outer.over.then(() => inner.apply({ type: 'hangup' }));
  void inner.over.then(() => outer.apply(endOf(inner)));
}

/** The end of the inbound leg as an event of the outbound leg. */
function endOf(inner: Leg): CallEvent {
  if (inner.record.answeredAt !== null) return { type: 'hangup' };
  if (inner.record.status === 'busy') return { type: 'busy' };
  return inner.record.status === 'no-answer' ? { type: 'unanswered' } : { type: 'unreachable', sipCode: 480 };
}
