import { cx } from '../cx.ts';
import { type ChartData, factsOf } from './chart-data.ts';
import { Plot } from './plot.tsx';
import { useReader } from './use-reader.ts';

interface RangeChartProps {
  label: string;
  /** Two series: the middle, and what most stay below. */
  data: ChartData;
}

/** Two values of each row: a bar to the middle one, and a line on to the high one. */
export function RangeChart({ label, data }: RangeChartProps) {
  const { rows, series, format } = data;
  const reader = useReader({ count: rows.length });
  const longest = Math.max(1e-9, ...rows.flatMap(({ values }) => values));
  const read = reader.at === null ? undefined : rows[reader.at];
  const percent = (value = 0) => `${(value / longest) * 99}%`;
  return (
    <>
      <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm">
        <li className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" className="h-3 w-4">
            <rect width="16" height="12" className="fill-chart-2" />
          </svg>
          {series[0]?.name}
        </li>
        <li className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" className="h-3 w-4">
            <path d="M0 6h14M14 1v10" fill="none" strokeWidth="2" className="stroke-chart-3" />
          </svg>
          {series[1]?.name}
        </li>
      </ul>
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
                'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-box px-1.5 py-1 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_8rem]',
                at === reader.at && 'bg-sunken',
              )}
              onPointerMove={() => reader.read(at)}
              onPointerDown={() => reader.read(at)}
            >
              <span className="truncate text-sm" title={row.label}>
                {row.label}
              </span>
              <svg aria-hidden="true" className="h-4 w-full max-@md:order-3 max-@md:col-span-2">
                <rect y="7" width="100%" height="2" className="fill-line" />
                <line
                  x1={percent(row.values[0])}
                  x2={percent(row.values[1])}
                  y1="8"
                  y2="8"
                  strokeWidth="2"
                  className="stroke-chart-3"
                />
                <line
                  x1={percent(row.values[1])}
                  x2={percent(row.values[1])}
                  y1="2"
                  y2="14"
                  strokeWidth="2"
                  className="stroke-chart-3"
                />
                <rect
                  data-bar={series[0]?.name}
                  width={percent(row.values[0])}
                  height="16"
                  className="fill-chart-2"
                />
              </svg>
              <span className="text-right text-ink-2 text-sm tabular-nums">
                {format(row.values[0] ?? 0)} · {format(row.values[1] ?? 0)}
              </span>
            </div>
          ))}
        </div>
      </Plot>
    </>
  );
}
