import { useId } from 'react';
import { cx } from '../cx.ts';
import { type ChartData, factsOf } from './chart-data.ts';
import { paintOf, Textures } from './fills.tsx';
import { Legend } from './legend.tsx';
import { Plot } from './plot.tsx';
import { useReader } from './use-reader.ts';

interface RowChartProps {
  label: string;
  data: ChartData;
  /** What stands at the end of a row. */
  endOf: (row: ChartData['rows'][number]) => string;
  /** Bars are parts of the longest one, or each is a whole of its own. */
  of?: 'longest' | 'own';
}

/** Lying bars, one row for each name; the value stands beside it. */
export function RowChart({ label, data, endOf, of = 'longest' }: RowChartProps) {
  const id = useId();
  const { rows, series } = data;
  const reader = useReader({ count: rows.length });
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const longest = Math.max(1e-9, ...sums);
  const read = reader.at === null ? undefined : rows[reader.at];
  return (
    <>
      {series.length > 1 && <Legend series={series} />}
      <Plot
        label={label}
        reader={reader}
        said={read === undefined ? null : { label: read.label, facts: factsOf(data, read), link: read.link }}
      >
        <div aria-hidden="true" className="grid gap-y-1">
          {rows.map((row, at) => (
            <div
              key={row.key}
              className={cx(
                'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-box px-1.5 py-1 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_4.5rem]',
                at === reader.at && 'bg-sunken',
              )}
              onPointerMove={() => reader.read(at)}
              onPointerDown={() => reader.read(at)}
            >
              <span className="truncate text-sm" title={row.label}>
                {row.label}
              </span>
              <svg aria-hidden="true" className="h-4 w-full max-@md:order-3 max-@md:col-span-2">
                <Textures id={`${id}${at}`} fills={series.map(({ fill }) => fill)} />
                <Bars
                  id={`${id}${at}`}
                  series={series}
                  values={row.values}
                  whole={of === 'own' ? Math.max(1e-9, sums[at] ?? 0) : longest}
                />
              </svg>
              <span className="text-right text-ink-2 text-sm tabular-nums">{endOf(row)}</span>
            </div>
          ))}
        </div>
      </Plot>
    </>
  );
}

interface BarsProps {
  id: string;
  series: ChartData['series'];
  values: readonly number[];
  whole: number;
}

function Bars({ id, series, values, whole }: BarsProps) {
  let sum = 0;
  return (
    <>
      <rect y="7" width="100%" height="2" className="fill-line" />
      {series.map(({ name, fill }, at) => {
        const value = values[at] ?? 0;
        sum += value;
        return value <= 0 ? null : (
          <rect
            key={name}
            data-bar={name}
            x={`${((sum - value) / whole) * 100}%`}
            width={`${(value / whole) * 100}%`}
            height="16"
            {...paintOf(id, fill)}
          />
        );
      })}
    </>
  );
}
