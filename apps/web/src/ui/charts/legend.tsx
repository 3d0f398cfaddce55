import { useId } from 'react';
import { type ChartData, type ChartRow, sumsOf } from './chart-data.ts';
import { edgeOf, type Fill, paintOf, Textures } from './fills.tsx';

interface LegendProps {
  data: ChartData;
  /** The row whose values are shown; undefined: the sums of all. */
  row: ChartRow | undefined;
}

/** What the fills mean, each with its value. */
export function Legend({ data, row }: LegendProps) {
  const values = row?.values ?? sumsOf(data);
  return (
    <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
      {data.series.map(({ name, fill }, at) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <Swatch fill={fill} />
          {name}
          <span className="font-medium text-ink tabular-nums">{data.format(values[at] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ fill }: { fill: Fill }) {
  const id = useId();
  const edge = edgeOf(fill);
  return (
    <svg aria-hidden="true" className="h-3 w-4 shrink-0">
      <Textures id={id} fills={[fill]} />
      <rect x="0.5" y="0.5" width="15" height="11" fill={paintOf(id, fill)} stroke={edge} />
    </svg>
  );
}
