import type { MouseEvent, ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useLight } from './use-light.ts';

interface LitRowProps {
  /** Another number each time that somebody points at it; null for the others. */
  lit: number | null;
  /** Its place among the entries, by which the player finds it. */
  entry?: number;
  /** It is being played. */
  heard?: boolean;
  /** A press on the words; what is in the row has buttons for the keyboard. */
  onPress?: (event: MouseEvent<HTMLElement>) => void;
  className: string;
  children: ReactNode;
}

/** A row of the transcript, which can be pointed at. */
export function LitRow({ lit, entry, heard = false, onPress, className, children }: LitRowProps) {
  const { row, outlined } = useLight(lit);
  return (
    <li
      ref={row}
      data-entry={entry}
      {...(heard && { 'aria-current': 'time' as const })}
      {...(lit !== null && { tabIndex: -1, 'aria-current': true })}
      {...(onPress !== undefined && { onClick: (event) => pressWords(event, onPress) })}
      className={cx(
        outlined && 'rounded-box outline-2 outline-(color:--focus) -outline-offset-2',
        (lit !== null || heard) && 'bg-sunken',
        heard && 'shadow-[inset_3px_0_0_var(--accent)]',
        onPress !== undefined && 'cursor-pointer scroll-mt-56 scroll-mb-8',
        'grid px-5',
        className,
      )}
    >
      {children}
    </li>
  );
}

/** Whoever marks words, or presses something in the row, wants something else. */
function pressWords(event: MouseEvent<HTMLElement>, press: (event: MouseEvent<HTMLElement>) => void): void {
  if (event.target instanceof Element && event.target.closest('button, a, summary') !== null) return;
  if (window.getSelection()?.isCollapsed === false) return;
  press(event);
}
