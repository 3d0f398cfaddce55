import { useId } from 'react';
import type { ChartSeries } from './chart-data.ts';
import { type Fill, outlineOf, paintOf, Textures } from './fills.tsx';

export function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm">
      {series.map(({ name, fill }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <Swatch fill={fill} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Swatch({ fill }: { fill: Fill }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className="h-3 w-4 shrink-0">
      <Textures id={id} fills={[fill]} />
      <rect x="0.5" y="0.5" width="15" height="11" stroke="none" {...paintOf(id, fill)} />
      {outlineOf(fill) !== undefined && (
        <rect x="0.5" y="0.5" width="15" height="11" fill="none" className={outlineOf(fill)} />
      )}
    </svg>
  );
}
