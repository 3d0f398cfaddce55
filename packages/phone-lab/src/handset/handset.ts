import type { LiveCall } from '../call/live-call.ts';
import type { Callee } from '../callee/callee.ts';

/** A phone that a person answers by hand; `instead` picks up when nobody can any more. */
export interface HandsetCallee extends Callee {
  readonly fallback: Callee;
}

export function handset(fallback: Callee): HandsetCallee {
  return {
    name: 'handset',
    ring: { kind: 'manual' },
    // Whoever sits at the page is a person.
    nature: 'human',
    greetingMs: 0,
    pickUp: () => {},
    fallback,
  };
}

/** Everything that still rings at a page rings on at whoever answers otherwise. */
export function ringAtFallback(calls: Iterable<LiveCall>): void {
  for (const call of calls) {
    const callee = call.callee as Partial<HandsetCallee> & Callee;
    if (callee.fallback) call.ringAt(callee.fallback);
  }
}
