import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { ChartRow } from './chart-data.ts';
import type { Reader } from './use-reader.ts';

interface ChartRowsProps {
  rows: readonly ChartRow[];
  reader: Reader;
  /** What stands at the end of a row, and above all of them what that is. */
  endOf: (row: ChartRow) => string;
  endName: string;
  /** In a drawing of the width that is there, 16 pixels high. */
  children: (row: ChartRow, at: number) => ReactNode;
}

/** A name, a lying drawing and a value in each row; where there is little room the drawing is under the name. */
export function ChartRows({ rows, reader, endOf, endName, children }: ChartRowsProps) {
  return (
    <div
      aria-hidden="true"
      className="-mx-1.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
    >
      <span className="col-span-full px-1.5 text-right text-ink-3 text-xs">{endName}</span>
      {rows.map((row, at) => (
        <div
          key={row.key}
          className={cx(
            'col-span-full grid grid-cols-subgrid items-center rounded-box px-1.5 py-1',
            at === reader.at && 'bg-sunken',
          )}
          onPointerMove={() => reader.read(at)}
          onPointerDown={() => reader.read(at)}
        >
          {/* Sentences are whole; a name that is as long as it may be is cut. */}
          <span className="wrap-anywhere line-clamp-4 text-sm" title={row.label}>
            {row.label}
          </span>
          <svg aria-hidden="true" className="h-4 w-full @max-md:order-3 @max-md:col-span-2">
            <rect y="7" width="100%" height="2" className="fill-line" />
            {children(row, at)}
          </svg>
          <span className="whitespace-nowrap text-right text-ink-2 text-sm tabular-nums">{endOf(row)}</span>
        </div>
      ))}
    </div>
  );
}
