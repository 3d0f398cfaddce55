import type { Callee } from '../callee/callee.ts';
import type { NumberRecord } from '../number-record.ts';
import { crossConnect } from './bridge.ts';
import type { Leg } from './leg.ts';
import type { Happening } from './machine.ts';

/** Receives a call on a number of the account, on behalf of this caller. */
export type Receive = (from: string, number: NumberRecord, caller: Callee) => Leg;

/**
 * A number of the account as the one that is called: its voice URL decides, on an inbound leg of its own. Without one the
 * number is out of service.
 */
export function ownNumber(number: NumberRecord, receive: Receive): Callee {
  const nobody = { name: number.phoneNumber, nature: 'human', greetingMs: 0, pickUp: () => {} } as const;
  if (!number.voiceUrl) return { ...nobody, ring: { kind: 'unreachable', sipCode: 480 } };
  return { ...nobody, ring: { kind: 'line', reach: (outer) => join(outer, number, receive) } };
}

function join(outer: Leg, number: NumberRecord, receive: Receive): void {
  const inner = receive(outer.record.from, number, {
    name: outer.record.from,
    ring: { kind: 'by-hand' },
    nature: 'human',
    greetingMs: 0,
    pickUp(party) {
      crossConnect(outer.line, party.line);
      outer.answer();
    },
  });
  void outer.over.then(() => inner.happen({ type: 'hangup' }));
  void inner.over.then(() => outer.happen(endOf(inner)));
}

/** How the end of the inner leg looks from outside. */
function endOf(inner: Leg): Happening {
  if (inner.record.answeredAt !== null) return { type: 'hangup' };
  if (inner.record.status === 'busy') return { type: 'busy' };
  return inner.record.status === 'no-answer' ? { type: 'unanswered' } : { type: 'unreachable', sipCode: 480 };
}
