/** How a part of a chart is filled: a colour with a texture of its own, so that colour is never the only sign. */
export type Fill = 'green' | 'blue' | 'amber' | 'red' | 'grey' | 'slate' | 'open';

interface Look {
  base: string;
  /** Stripes go across this arrow, and repeat at its end; null: plain. In pixels. */
  arrow: readonly [right: number, down: number] | null;
  /** The colour of the stripes; a light one of the same where it is missing. */
  stripes?: string;
}

const looks: Readonly<Record<Fill, Look>> = {
  green: { base: 'var(--chart-1)', arrow: null },
  blue: { base: 'var(--chart-2)', arrow: [3.5, 3.5] },
  amber: { base: 'var(--chart-3)', arrow: [5, -5] },
  red: { base: 'var(--chart-4)', arrow: [2, -1] },
  grey: { base: 'var(--chart-5)', arrow: [0, 4] },
  slate: { base: 'var(--chart-6)', arrow: [4, 0] },
  // For what is not known for certain: an estimate.
  open: { base: 'var(--surface)', arrow: [4, 4], stripes: 'var(--chart-1)' },
};

/**
 * The textures that a drawing uses, once in each. They are gradients that repeat, not patterns: browsers print a pattern as a
 * coarse picture, and a gradient as it is. The soft edges of the stripes keep slanted ones smooth.
 */
export function Textures({ id, fills }: { id: string; fills: readonly Fill[] }) {
  return (
    <defs>
      {fills.map((fill) => {
        const { base, arrow, stripes = `color-mix(in srgb, ${base} 45%, var(--surface))` } = looks[fill];
        if (arrow === null) return null;
        const [right, down] = arrow;
        return (
          <linearGradient
            key={fill}
            id={`${id}-${fill}`}
            gradientUnits="userSpaceOnUse"
            spreadMethod="repeat"
            x1="0"
            y1="0"
            x2={right}
            y2={down}
          >
            <stop offset="0" style={{ stopColor: base }} />
            <stop offset="0.54" style={{ stopColor: base }} />
            <stop offset="0.66" style={{ stopColor: stripes }} />
            <stop offset="0.88" style={{ stopColor: stripes }} />
            <stop offset="1" style={{ stopColor: base }} />
          </linearGradient>
        );
      })}
    </defs>
  );
}

/** Where all bars are of the same kind they need no texture. */
export function paintOf(id: string, fill: Fill, plain = false): string {
  return plain || looks[fill].arrow === null ? looks[fill].base : `url(#${id}-${fill})`;
}

/** Of what is so light that it needs an edge; undefined for others. */
export function edgeOf(fill: Fill): string | undefined {
  return looks[fill].stripes;
}
