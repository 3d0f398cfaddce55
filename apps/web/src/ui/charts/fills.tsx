/** How a part of a chart is filled: a colour with a texture of its own, so that colour is never the only sign. */
export type Fill = 'green' | 'blue' | 'amber' | 'red' | 'grey' | 'slate' | 'open';

const looks: Readonly<Record<Fill, { base: string; mark: string; path: string }>> = {
  green: { base: 'fill-chart-1', mark: '', path: '' },
  blue: { base: 'fill-chart-2', mark: 'stroke-surface', path: 'M-2 2l4-4M-2 10l12-12M6 10l4-4' },
  amber: { base: 'fill-chart-3', mark: 'stroke-surface', path: 'M2 2h.01M6 6h.01' },
  red: { base: 'fill-chart-4', mark: 'stroke-surface', path: 'M0 0l8 8M8 0l-8 8' },
  grey: { base: 'fill-chart-5', mark: 'stroke-surface', path: 'M0 2h8M0 6h8' },
  slate: { base: 'fill-chart-6', mark: 'stroke-surface', path: 'M2 0v8M6 0v8' },
  // For what is not known for certain: an estimate.
  open: { base: 'fill-surface', mark: 'stroke-chart-1', path: 'M-2 2l4-4M-2 10l12-12M6 10l4-4' },
};

const widths: Readonly<Record<Fill, number>> = {
  green: 0,
  blue: 1.2,
  amber: 2,
  red: 0.8,
  grey: 1,
  slate: 1,
  open: 2,
};

/** The textures that a drawing uses, once in each. */
export function Textures({ id, fills }: { id: string; fills: readonly Fill[] }) {
  return (
    <defs>
      {fills.map((fill) => (
        <pattern key={fill} id={`${id}-${fill}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" className={looks[fill].base} />
          {looks[fill].path !== '' && (
            <path
              d={looks[fill].path}
              className={looks[fill].mark}
              fill="none"
              opacity={fill === 'open' ? 1 : 0.6}
              strokeWidth={widths[fill]}
              strokeLinecap="round"
            />
          )}
        </pattern>
      ))}
    </defs>
  );
}

/** Where all bars are the same kind they need no texture. */
export function paintOf(id: string, fill: Fill, plain = false): { className?: string; fill?: string } {
  return plain || looks[fill].path === '' ? { className: looks[fill].base } : { fill: `url(#${id}-${fill})` };
}

export function outlineOf(fill: Fill): string | undefined {
  return fill === 'open' ? 'stroke-chart-1' : undefined;
}
