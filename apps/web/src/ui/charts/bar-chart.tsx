import { type PointerEvent, useId } from 'react';
import { cx } from '../cx.ts';
import type { ChartData } from './chart-data.ts';
import { edgeOf, paintOf, Textures } from './fills.tsx';
import { Legend } from './legend.tsx';
import { Plot, saidOf, tickClasses } from './plot.tsx';
import { labelInterval, ticksTo } from './scale.ts';
import { useReader } from './use-reader.ts';

interface BarChartProps {
  label: string;
  data: ChartData;
  /** On top of each other, or side by side. */
  arranged?: 'stacked' | 'grouped';
  /** The values are counted, so the axis has whole numbers. */
  whole?: boolean;
  /** For the axis, where the values are written shorter than in the table. */
  formatTick?: (value: number, ticks: readonly number[]) => string;
  className?: string;
}

/** Shares of the width of a row: its bars, and what is free on both sides. */
const barShare = 0.72;

/** Upright bars over time. All places are percentages, so the drawing fits every width, on paper too. */
export function BarChart({
  label,
  data,
  arranged = 'stacked',
  whole = false,
  formatTick = data.format,
  className = 'h-52',
}: BarChartProps) {
  const id = useId();
  const { rows, series } = data;
  const reader = useReader({ count: rows.length });
  const ticks = ticksTo(largestOf(data, arranged), { whole });
  const top = ticks.at(-1) ?? 1;
  const read = reader.at === null ? undefined : rows[reader.at];
  const wide = labelInterval(rows.length, 8);
  const narrow = labelInterval(rows.length, 4);
  return (
    <>
      {series.length > 1 && <Legend data={data} row={read} />}
      <Plot label={label} reader={reader} said={read === undefined ? null : saidOf(data, read)}>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-ink-3 text-xs tabular-nums">
          <Axis ticks={ticks} top={top} format={formatTick} />
          <svg
            aria-hidden="true"
            className={cx('w-full overflow-visible', className)}
            onPointerMove={(event) => reader.read(pointedAt(event, rows.length))}
            onPointerDown={(event) => reader.read(pointedAt(event, rows.length))}
          >
            <Textures id={id} fills={series.map(({ fill }) => fill)} />
            <rect width="100%" height="100%" fill="transparent" />
            {ticks.map((tick) => (
              <line
                key={tick}
                x1="0"
                x2="100%"
                y1={percent(1 - tick / top)}
                y2={percent(1 - tick / top)}
                className={tick === 0 ? 'stroke-control' : 'stroke-line'}
              />
            ))}
            {reader.at !== null && (
              <rect
                x={percent(reader.at / rows.length)}
                width={percent(1 / rows.length)}
                height="100%"
                className="fill-ink opacity-10"
              />
            )}
            {rows.map((row, at) =>
              barsOf(row.values, arranged).map(({ from, to, left, width }, index) => {
                const fill = series[index]?.fill ?? 'green';
                return to <= from ? null : (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place among the series
                    key={`${row.key} ${index}`}
                    data-bar={series[index]?.name}
                    x={percent((at + left) / rows.length)}
                    width={percent(width / rows.length)}
                    y={percent(1 - to / top)}
                    height={percent((to - from) / top)}
                    fill={paintOf(id, fill, series.length === 1)}
                    stroke={edgeOf(fill)}
                  />
                );
              }),
            )}
          </svg>
          <span />
          <div aria-hidden="true" className="relative mt-1 h-4">
            {rows.map((row, at) => {
              const classes = tickClasses(at, wide, narrow);
              return classes === null ? null : (
                <span
                  key={row.key}
                  className={cx('absolute -translate-x-1/2 whitespace-nowrap', classes)}
                  style={{ left: percent((at + 0.5) / rows.length) }}
                >
                  {row.tick ?? row.label}
                </span>
              );
            })}
          </div>
        </div>
      </Plot>
    </>
  );
}

function Axis({
  ticks,
  top,
  format,
}: {
  ticks: readonly number[];
  top: number;
  format: (value: number, ticks: readonly number[]) => string;
}) {
  const widest = ticks
    .map((tick) => format(tick, ticks))
    .reduce((one, other) => (other.length > one.length ? other : one), '');
  return (
    <div aria-hidden="true" className="relative text-right">
      {/* Takes the width of the column: the labels themselves take none. */}
      <span className="invisible">{widest}</span>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-0 -translate-y-1/2"
          style={{ top: percent(1 - tick / top) }}
        >
          {format(tick, ticks)}
        </span>
      ))}
    </div>
  );
}

function largestOf({ rows }: ChartData, arranged: 'stacked' | 'grouped'): number {
  const sizes = rows.map(({ values }) =>
    arranged === 'stacked' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values),
  );
  return Math.max(0, ...sizes);
}

function barsOf(values: readonly number[], arranged: 'stacked' | 'grouped') {
  const before = (1 - barShare) / 2;
  let sum = 0;
  return values.map((value, at) => {
    if (arranged === 'grouped') {
      const width = barShare / values.length;
      return { from: 0, to: value, left: before + at * width, width: width * 0.92 };
    }
    sum += value;
    return { from: sum - value, to: sum, left: before, width: barShare };
  });
}

function pointedAt(event: PointerEvent<SVGSVGElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count)));
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
