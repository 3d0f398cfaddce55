import { Fragment, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { LinkOf } from './chart-data.ts';
import type { Reader } from './use-reader.ts';

interface PlotProps {
  /** What the chart shows, for screen readers. */
  label: string;
  reader: Reader;
  /** What is read now; null: nothing yet. */
  said: { label: string; facts: readonly (readonly [string, string])[]; link?: LinkOf | undefined } | null;
  children: ReactNode;
}

/**
 * A drawing that is one stop of the Tab key: arrow keys move through its values, and a line under it says the one that is
 * read. That line may hold a link, which is the next stop.
 */
export function Plot({ label, reader, said, children }: PlotProps) {
  return (
    <figure className="@container grid gap-2">
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys read the values.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
        tabIndex={0}
        onKeyDown={reader.onKeyDown}
        className="rounded-box outline-offset-4"
      >
        {children}
      </div>
      <figcaption
        aria-live="polite"
        aria-atomic="true"
        className="flex min-h-10 flex-wrap content-start gap-x-3 text-ink-2 text-sm print:hidden"
      >
        {said === null ? (
          <span className="text-ink-3">Point at the chart, or use the arrow keys, to read a value.</span>
        ) : (
          <>
            <span className="font-medium text-ink">{said.label}</span>
            {said.facts.map(([name, value]) => (
              <Fragment key={name}>
                <span>
                  {name} <span className="font-medium text-ink tabular-nums">{value}</span>
                </span>
              </Fragment>
            ))}
            {said.link?.('Show the calls')}
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** A label of the axis: some only where there is room, some only where there is little. */
export function tickClasses(at: number, wide: number, narrow: number): string | null {
  const isWide = at % wide === 0;
  const isNarrow = at % narrow === 0;
  if (!isWide && !isNarrow) return null;
  return cx(isWide && !isNarrow && 'hidden @md:block', !isWide && '@md:hidden');
}
