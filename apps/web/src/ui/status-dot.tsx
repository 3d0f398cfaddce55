import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { cx } from './cx.ts';

const textClasses: Record<Tone, string> = {
  green: 'text-green',
  red: 'text-red',
  blue: 'text-blue',
  grey: 'text-grey',
  amber: 'text-amber',
};

/** A dot and a word, both in the colour of the status. */
export function Status({
  tone,
  children,
  className,
}: {
  tone: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium',
        textClasses[tone],
        className,
      )}
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  );
}
