import type { ReactNode } from 'react';
import type { ChartData } from './chart-data.ts';
import { ChartRows } from './chart-rows.tsx';
import { Plot, saidOf } from './plot.tsx';
import { useReader } from './use-reader.ts';

interface MiddleAndHighChartProps {
  label: string;
  /** Two series: the middle, and what most stay below. */
  data: ChartData;
}

/** Two values of each row: a bar to the middle one, and a line on to the high one. */
export function MiddleAndHighChart({ label, data }: MiddleAndHighChartProps) {
  const { rows, series, format } = data;
  const reader = useReader({ count: rows.length });
  const longest = Math.max(1e-9, ...rows.flatMap(({ values }) => values));
  const read = reader.at === null ? undefined : rows[reader.at];
  // Room for half of the line at the end.
  const percent = (value = 0) => `${(value / longest) * 99}%`;
  const [middle = '', high = ''] = series.map(({ name }) => name);
  return (
    <>
      <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
        <Item name={middle}>
          <rect width="16" height="12" className="fill-chart-2" />
        </Item>
        <Item name={high}>
          <path d="M0 6h14M14 1v10" fill="none" strokeWidth="2" className="stroke-chart-3" />
        </Item>
      </ul>
      <Plot label={label} reader={reader} said={read === undefined ? null : saidOf(data, read)}>
        <ChartRows
          rows={rows}
          reader={reader}
          endOf={({ values }) => values.map(format).join(' · ')}
          endName={`${middle} · ${high}`}
        >
          {({ values: [at, end] }) => (
            <>
              <g strokeWidth="2" className="stroke-chart-3">
                <line x1={percent(at)} x2={percent(end)} y1="8" y2="8" />
                <line x1={percent(end)} x2={percent(end)} y1="2" y2="14" />
              </g>
              <rect data-bar={middle} width={percent(at)} height="16" className="fill-chart-2" />
            </>
          )}
        </ChartRows>
      </Plot>
    </>
  );
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" className="h-3 w-4">
        {children}
      </svg>
      {name}
    </li>
  );
}
