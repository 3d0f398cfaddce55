import { type MouseEvent, memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import type { EntrySpan } from './entry-spans.ts';
import { clockText } from './entry-times.ts';

interface EntryStripProps {
  spans: readonly EntrySpan[];
  lengthMs: number;
  /** The entry that is heard. */
  ordinal: number | null;
  onEntry: (ordinal: number) => void;
}

/** Enough to know the entry again. */
const longestWords = 80;

/**
 * The entries below the wave, each where it is heard: a press plays it. For pointers; by keyboard and for screen readers the
 * entries have buttons of their own.
 */
export const EntryStrip = memo(function EntryStrip({ spans, lengthMs, ordinal, onEntry }: EntryStripProps) {
  const press = (event: MouseEvent<HTMLElement>) => {
    const region = event.target instanceof HTMLElement ? event.target.dataset.region : undefined;
    if (region !== undefined) onEntry(Number(region));
  };
  return (
    <div aria-hidden="true" {...{ onClick: press }} className="relative h-4 overflow-hidden rounded-box">
      {spans.map(({ ordinal: own, ms, endMs, speaker, message }) => (
        <span
          key={own}
          data-region={own}
          title={`${clockText(ms)} ${beginningOf(message)}`}
          className={cx(
            'absolute inset-y-0 min-w-1 cursor-pointer rounded-sm border-surface border-x transition-opacity hover:opacity-100',
            speaker === 'agent' ? 'bg-blue' : 'bg-green',
            own === ordinal ? 'opacity-100' : 'opacity-35',
          )}
          style={{
            left: `${((ms / lengthMs) * 100).toFixed(3)}%`,
            width: `${(((endMs - ms) / lengthMs) * 100).toFixed(3)}%`,
          }}
        />
      ))}
    </div>
  );
});

const beginningOf = (message: string) =>
  message.length > longestWords ? `${message.slice(0, longestWords).trimEnd()}…` : message;
