import { type CSSProperties, Fragment, useRef } from 'react';
import { cx } from '../cx.ts';
import { Plot } from './plot.tsx';
import { useReader } from './use-reader.ts';

export interface HeatCell {
  /** Null: there was nothing to count. */
  share: number | null;
  /** In the cell, where there is room for it. */
  text: string;
  /** Said when it is read. */
  label: string;
  facts: readonly (readonly [string, string])[];
}

interface HeatMapProps {
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  /** Row by row. */
  cells: readonly HeatCell[];
  /** The share that the lightest step begins with and that the darkest ends with, and their words. */
  ends: readonly [low: number, high: number];
  endWords: readonly [string, string];
}

const steps = [
  'bg-heat-1 text-ink',
  'bg-heat-2 text-ink',
  'bg-heat-3 text-ink',
  'bg-heat-4 text-on-heat',
  'bg-heat-5 text-on-heat',
] as const;

/** Which of the five steps a share has, from the low end to the high one. */
export function stepOf(share: number, [low, high]: readonly [number, number]): number {
  const place = Math.floor(((share - low) / Math.max(0.000_001, high - low)) * steps.length);
  return Math.min(steps.length - 1, Math.max(0, place));
}

/** A field for each pair of a row and a column. Where there is little room, rows become columns. */
export function HeatMap({ label, rows, columns, cells, ends, endWords }: HeatMapProps) {
  const grid = useRef<HTMLDivElement>(null);
  const reader = useReader({
    count: cells.length,
    across: columns.length,
    isTurned: () => {
      const [first, second] = grid.current?.querySelectorAll<HTMLElement>('[data-bar]') ?? [];
      return first !== undefined && second !== undefined && second.offsetTop > first.offsetTop;
    },
  });
  const read = reader.at === null ? null : (cells[reader.at] ?? null);
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-5 text-ink-2 text-sm">
        <span className="inline-flex items-center gap-x-2">
          {endWords[0]}
          <span aria-hidden="true" className="inline-flex gap-0.5">
            {steps.map((step) => (
              <span key={step} className={cx('h-3 w-5 rounded-[2px] max-sm:w-3', step)} />
            ))}
          </span>
          {endWords[1]}
        </span>
        <span className="inline-flex items-center gap-x-2">
          <span aria-hidden="true" className="inline-block h-3 w-5 rounded-[2px] border max-sm:w-3" />
          No calls
        </span>
      </p>
      <Plot label={label} reader={reader} said={read}>
        <div
          ref={grid}
          aria-hidden="true"
          className="heat-map text-xs tabular-nums"
          style={{ '--rows': rows.length, '--columns': columns.length } as CSSProperties}
        >
          {rows.map((row, at) => (
            <span key={row} className="self-center text-ink-3" style={place(at + 2, 1)}>
              {row}
            </span>
          ))}
          {columns.map((column, at) => (
            <span key={column} className="self-center text-center text-ink-3" style={place(1, at + 2)}>
              {column}
            </span>
          ))}
          {cells.map((cell, at) => (
            <Fragment key={cell.label}>
              <span
                data-bar={cell.label}
                className={cx(
                  'grid h-7 place-items-center rounded-[3px] border',
                  cell.share !== null && steps[stepOf(cell.share, ends)],
                  cell.share !== null && 'border-transparent',
                  at === reader.at && 'outline-2 outline-ink -outline-offset-1',
                )}
                style={place(Math.floor(at / columns.length) + 2, (at % columns.length) + 2)}
                onPointerMove={() => reader.read(at)}
                onPointerDown={() => reader.read(at)}
              >
                {cell.text}
              </span>
            </Fragment>
          ))}
        </div>
      </Plot>
    </>
  );
}

function place(row: number, column: number): CSSProperties {
  return { '--row': row, '--column': column } as CSSProperties;
}
