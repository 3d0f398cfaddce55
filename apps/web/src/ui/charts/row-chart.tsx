import { useId } from 'react';
import type { ChartData, ChartRow } from './chart-data.ts';
import { ChartRows } from './chart-rows.tsx';
import { paintOf, Textures } from './fills.tsx';
import { Legend } from './legend.tsx';
import { Plot, saidOf } from './plot.tsx';
import { useReader } from './use-reader.ts';

interface RowChartProps {
  label: string;
  data: ChartData;
  endOf: (row: ChartRow) => string;
  endName: string;
}

/** Lying bars, one row for each name; the longest fills the width. */
export function RowChart({ label, data, endOf, endName }: RowChartProps) {
  const id = useId();
  const { rows, series } = data;
  const reader = useReader({ count: rows.length });
  const sums = rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const longest = Math.max(1e-9, ...sums);
  const read = reader.at === null ? undefined : rows[reader.at];
  return (
    <>
      {series.length > 1 && <Legend data={data} row={read} />}
      <Plot label={label} reader={reader} said={read === undefined ? null : saidOf(data, read)}>
        <ChartRows rows={rows} reader={reader} endOf={endOf} endName={endName}>
          {({ values }, at) => (
            <>
              <Textures id={`${id}${at}`} fills={series.map(({ fill }) => fill)} />
              <Bars id={`${id}${at}`} series={series} values={values} longest={longest} />
            </>
          )}
        </ChartRows>
      </Plot>
    </>
  );
}

interface BarsProps {
  id: string;
  series: ChartData['series'];
  values: readonly number[];
  longest: number;
}

function Bars({ id, series, values, longest }: BarsProps) {
  let sum = 0;
  return series.map(({ name, fill }, at) => {
    const value = values[at] ?? 0;
    sum += value;
    return value <= 0 ? null : (
      <rect
        key={name}
        data-bar={name}
        x={`${((sum - value) / longest) * 100}%`}
        width={`${(value / longest) * 100}%`}
        height="16"
        fill={paintOf(id, fill, series.length === 1)}
      />
    );
  });
}
