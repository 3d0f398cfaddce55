import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** The colours with a meaning. */
export type Tone = 'green' | 'red' | 'blue' | 'grey' | 'amber';

const softClasses: Record<Tone, string> = {
  green: 'bg-green-soft text-green',
  red: 'bg-red-soft text-red',
  blue: 'bg-blue-soft text-blue',
  grey: 'bg-grey-soft text-grey',
  amber: 'bg-amber-soft text-amber',
};

export function Badge({
  tone = 'grey',
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center whitespace-nowrap rounded-box px-1.5 font-medium text-xs leading-5',
        softClasses[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A coloured square with one letter, for agents and people. The name is written beside it. */
export function InitialBadge({ letter, tone = 'grey' }: { letter: string; tone?: Tone }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-box font-semibold text-xs',
        softClasses[tone],
      )}
    >
      {letter}
    </span>
  );
}
