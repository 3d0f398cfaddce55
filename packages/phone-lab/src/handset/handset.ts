import type { LiveCall } from '../call/live-call.ts';
import type { Callee } from '../callee/callee.ts';

/** A phone that a person answers on the page; `fallback` answers when no page can any more. */
export interface HandsetCallee extends Callee {
  readonly fallback: Callee;
}

export function handset(fallback: Callee): HandsetCallee {
  return {
    name: 'handset',
    ring: { kind: 'manual' },
    nature: 'human',
    greetingMs: 0,
    greetingEnd: 'silence',
    pickUp: () => {},
    fallback,
  };
}

/** Calls that still ring on a page go on ringing at their fallback. */
export function ringAtFallback(calls: Iterable<LiveCall>): void {
  for (const call of calls) {
    const callee = call.callee as Partial<HandsetCallee> & Callee;
    if (callee.fallback) call.ringAt(callee.fallback);
  }
}
