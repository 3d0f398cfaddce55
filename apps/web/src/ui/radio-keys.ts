import type { KeyboardEvent } from 'react';

const steps: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Chooses the neighbour when an arrow key goes down. The radio group itself chooses when the focus has moved, and only
 * while the key is still down: on a slow computer a short press is over by then.
 */
export function chooseByArrow<Value extends string>(
  event: KeyboardEvent<HTMLElement>,
  values: readonly Value[],
  choose: (value: Value) => void,
): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (!sideways && event.currentTarget.getAttribute('aria-orientation') === 'horizontal') return;
  const from = values.findIndex((value) => value === (event.target as HTMLElement).getAttribute('value'));
  const next = from === -1 ? undefined : values.at((from + step) % values.length);
  if (next !== undefined) choose(next);
}
