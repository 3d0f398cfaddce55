import { type MouseEvent, useRef } from 'react';

export type PressGuard = (act: () => void) => (event: MouseEvent) => void;

/** Two presses within this time are one that was pressed twice. */
const doubleMs = 400;

/**
 * For buttons that stay in place while what they act upon changes: the second press of a double click would close the
 * follow-up that has just come into view. By the time of the press and not of its handling, which may be late.
 */
export function usePressGuard(): PressGuard {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return (act) => (event) => {
    const isSecond = event.detail > 1 || event.timeStamp - last.current < doubleMs;
    last.current = event.timeStamp;
    if (!isSecond) act();
  };
}
