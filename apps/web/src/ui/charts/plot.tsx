import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { type ChartData, type ChartRow, type Fact, factsOf, type LinkOf, othersOf } from './chart-data.ts';
import type { Reader } from './use-reader.ts';

export interface Said {
  label: string;
  /** Spoken. */
  facts: readonly Fact[];
  /** Those that are written nowhere else; all of them where this is missing. */
  shown?: readonly Fact[];
  link?: LinkOf | undefined;
}

interface PlotProps {
  /** What the chart shows, for screen readers. */
  label: string;
  reader: Reader;
  /** The value that is read; null: none yet. */
  said: Said | null;
  children: ReactNode;
}

/**
 * A drawing that is one stop of the Tab key: arrow keys move through its values, and a line under it says the one that is
 * read. That line may hold a link, which is the next stop.
 */
export function Plot({ label, reader, said, children }: PlotProps) {
  return (
    <figure className="@container grid gap-1.5">
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
      <figcaption className="flex min-h-5 flex-wrap gap-x-3 text-ink-3 text-sm print:hidden">
        {said !== null && (
          <>
            <span aria-hidden="true" className="font-medium text-ink">
              {said.label}
            </span>
            {(said.shown ?? said.facts).map(([name, value]) => (
              <span key={name} aria-hidden="true" className="text-ink-2">
                {name} <span className="font-medium text-ink tabular-nums">{value}</span>
              </span>
            ))}
            {said.link !== undefined && <span className="text-ink">{said.link('Show the calls')}</span>}
          </>
        )}
      </figcaption>
      <p aria-live="polite" className="sr-only">
        {said !== null && sentenceOf(said)}
      </p>
    </figure>
  );
}

/** The values of several series stand in the legend already. */
export function saidOf(data: ChartData, row: ChartRow): Said {
  const facts = factsOf(data, row);
  const shown = data.series.length > 1 ? othersOf(data, row) : facts;
  return { label: row.label, facts, shown, link: row.link };
}

function sentenceOf({ label, facts }: Said): string {
  return `${label}: ${facts.map((fact) => fact.join(' ')).join(', ')}`;
}

/** A label of the axis: some only where there is room, some only where there is little. */
export function tickClasses(at: number, wide: number, narrow: number): string | null {
  const isWide = at % wide === 0;
  const isNarrow = at % narrow === 0;
  if (!isWide && !isNarrow) return null;
  return cx(isWide && !isNarrow && 'hidden @md:block', !isWide && '@md:hidden');
}
