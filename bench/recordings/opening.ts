import { counted, type Slice, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';
import { atMost, beside } from '../voice/figures.ts';
import type { Desk } from './desk.ts';

interface Pair {
  readonly longMs: number;
  readonly shortMs: number;
}

/**
 * How long it takes until a recording can be played, a long and a short one, in turn and each first in every other pair: its
 * peaks, an address, the first part of the sound.
 */
export async function measureOpening(
  desk: Desk,
  { long, short }: { readonly long: string; readonly short: string },
  count: number,
): Promise<Figure> {
  const pairs: Slice<Pair>[] = [];
  // The first pairs measure the compiler.
  for (let round = -2; round < count; round += 1) {
    const isFirst = round % 2 === 0;
    const pair = await slice(async () => {
      const first = await desk.open(isFirst ? long : short);
      const second = await desk.open(isFirst ? short : long);
      return isFirst ? { longMs: first, shortMs: second } : { longMs: second, shortMs: first };
    });
    if (round >= 0) pairs.push(pair);
  }
  const { values, remark } = counted(pairs);
  const longMs = median(values.map((pair) => pair.longMs));
  const shortMs = median(values.map((pair) => pair.shortMs));
  return beside('recordings', 'open a recording of 2 h to one of 20 s: p50', 'ms', [longMs, shortMs], {
    ...atMost(1.2),
    ...(remark !== '' && { note: remark }),
  });
}
