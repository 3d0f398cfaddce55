import type { Figure } from '../report.ts';

/** A figure of ours beside the same one of the thinnest relay, and their ratio. */
export function beside(
  part: string,
  what: string,
  unit: string,
  [ours, limit]: readonly [number, number],
  more: Pick<Figure, 'reach' | 'note'> = {},
): Figure {
  return { part, what, unit, value: ours, limit, ratio: ours / limit, ...more };
}

export const atMost = (ratio: number): Pick<Figure, 'reach'> => ({ reach: { at: 'most', ratio } });
export const atLeast = (ratio: number): Pick<Figure, 'reach'> => ({ reach: { at: 'least', ratio } });

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
