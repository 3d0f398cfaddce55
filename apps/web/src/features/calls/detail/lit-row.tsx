import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useLight } from './use-light.ts';

interface LitRowProps {
  /** Another number each time that somebody points at it; null for the others. */
  lit: number | null;
  className: string;
  children: ReactNode;
}

/** A row of the transcript, which can be pointed at. */
export function LitRow({ lit, className, children }: LitRowProps) {
  const { row, outlined } = useLight(lit);
  return (
    <li
      ref={row}
      {...(lit !== null && { tabIndex: -1, 'aria-current': true })}
      className={cx(
        outlined && 'rounded-box outline-2 outline-(color:--focus) -outline-offset-2',
        lit !== null && 'bg-sunken',
        'grid px-5',
        className,
      )}
    >
      {children}
    </li>
  );
}
