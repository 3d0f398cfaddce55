import type { LiveCall } from '../call/live-call.ts';
import type { Callee } from '../callee/callee.ts';

/** A phone that a person answers by hand; `instead` picks up when nobody can any more. */
export interface HandsetCallee extends Callee {
  readonly instead: Callee;
}

export function handset(instead: Callee): HandsetCallee {
  return {
    name: 'handset',
    ring: { kind: 'by-hand' },
    // Whoever sits at the page is a person.
    nature: 'human',
    greetingMs: 0,
    pickUp: () => {},
    instead,
  };
}

/** Everything that still rings at a page rings on at whoever answers otherwise. */
export function fallBack(calls: Iterable<LiveCall>): void {
  for (const call of calls) {
    const callee = call.callee as Partial<HandsetCallee> & Callee;
    if (callee.instead) call.ringAt(callee.instead);
  }
}
