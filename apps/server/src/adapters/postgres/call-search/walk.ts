import type { Bounds, Candidates } from './candidates.ts';

/** The next calls to look at, about as many as are wanted, in not much more than the time that is left. */
export type NextCandidates = (bounds: Bounds, wanted: number, leftMs: number) => Promise<Candidates>;

export interface Walk<Found> {
  readonly bounds: Bounds;
  readonly limit: number;
  readonly candidates: NextCandidates;
  /** Calls that are looked at too, whatever the candidates are. */
  readonly called: readonly string[];
  /** Those of these calls that fit, newest first. */
  readonly read: (ids: readonly string[]) => Promise<readonly Found[]>;
  readonly leftMs: () => number;
}

interface Walked<Found> {
  /** One more than the limit where there are more. */
  readonly found: readonly Found[];
  /** Calls before it were not looked at, because the time was over. */
  readonly older: string | null;
}

/** More than a page, because not every candidate fits; the next steps are larger. */
const firstCandidates = 60;
const mostCandidates = 400;
/** Calls of the first read, which is made whatever the time: nobody knows yet how long their texts are. */
const firstRead = 10;
const mostRead = 400;
const growth = 4;
/** Fewer calls take about as long as so many. */
const leastRead = 3;
/** In less time nothing is found. */
const leastMs = 10;

/**
 * From the newest call to the oldest until there are enough or the time is over. A read has as many calls as take half of
 * the time that is left, if they are like those before them: one that takes three times as long is still half a budget late
 * at most. Every walk looks at some calls, so whoever goes on from where it stopped comes to the end.
 */
export async function walk<Found>(request: Walk<Found>): Promise<Walked<Found>> {
  const { bounds, limit, candidates, called, read, leftMs } = request;
  const pace = new Pace(leftMs);
  const found: Found[] = [];
  let before = bounds.before;
  let wanted = Math.max(firstCandidates, limit + 1);
  for (let begun = false; ; wanted = Math.min(growth * wanted, Math.max(wanted, mostCandidates))) {
    const { ids, reached } = await candidates({ ...bounds, before }, wanted, leftMs());
    const others = called.filter((id) => id < before && (reached === null || id >= reached));
    const all = [...new Set([...ids, ...others])].sort().reverse();
    for (let at = 0; at < all.length; begun = true) {
      const count = begun ? pace.next() : firstRead;
      if (count < leastRead) return { found, older: before };
      const some = all.slice(at, at + count);
      found.push(...(await pace.timed(some.length, () => read(some))));
      if (found.length > limit) return { found: found.slice(0, limit + 1), older: null };
      at += some.length;
      before = some.at(-1) ?? before;
    }
    if (reached === null) return { found, older: null };
    before = reached;
    begun = true;
    if (leftMs() < leastMs) return { found, older: before };
  }
}

/** How many calls the time that is left is enough for. */
class Pace {
  readonly #leftMs: () => number;
  #count = firstRead / growth;
  #msOfCall = 0;

  constructor(leftMs: () => number) {
    this.#leftMs = leftMs;
  }

  next(): number {
    const enough = this.#leftMs() / 2 / this.#msOfCall;
    return Math.floor(Math.min(enough, growth * this.#count, mostRead));
  }

  async timed<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    const left = this.#leftMs();
    const result = await work();
    // The last part of a step is as short as what is left of it.
    this.#count = Math.max(count, this.#count);
    // A clock that has not gone on says nothing.
    this.#msOfCall = Math.max(left - this.#leftMs(), 0.001) / count;
    return result;
  }
}
