import { expect, test } from 'vitest';
import type { Candidates } from './candidates.ts';
import { type NextCandidates, walk } from './walk.ts';

const budgetMs = 100;
/** Newest first. */
const idOf = (n: number) => `call-${String(1_000_000 - n).padStart(7, '0')}`;

interface Desk {
  readonly calls: number;
  /** What looking for candidates takes. */
  readonly stepMs: number;
  /** What reading the n-th newest call takes. */
  readonly callMs: (n: number) => number;
  readonly fits: (n: number) => boolean;
}

/** Walks a desk whose every step takes simulated time; `looked`: how many calls of each read. */
async function walkDesk({ calls, stepMs, callMs, fits }: Desk, from = 'call-9999999', budget = budgetMs) {
  let now = 0;
  const looked: number[] = [];
  const steps: number[] = [];
  const numberOf = (id: string) => 1_000_000 - Number(id.slice('call-'.length));
  const candidates: NextCandidates = async ({ before }, wanted): Promise<Candidates> => {
    now += stepMs;
    steps.push(wanted);
    const first = before === 'call-9999999' ? 0 : numberOf(before) + 1;
    const ids = Array.from({ length: Math.min(wanted, calls - first) }, (_, n) => idOf(first + n));
    return { ids, reached: first + ids.length < calls ? (ids.at(-1) ?? null) : null };
  };
  const walked = await walk({
    bounds: { before: from, oldest: '' },
    limit: 40,
    candidates,
    called: [],
    read: async (ids) => {
      looked.push(ids.length);
      for (const id of ids) now += callMs(numberOf(id));
      return ids.filter((id) => fits(numberOf(id)));
    },
    leftMs: () => budget - now,
  });
  return { ...walked, looked, steps, took: now };
}

const nothing = () => false;

test.each<[string, Desk, number[]]>([
  ['short calls', { calls: 5_000, stepMs: 10, callMs: () => 0.25, fits: nothing }, [10, 40, 10, 130]],
  ['long calls', { calls: 5_000, stepMs: 10, callMs: () => 3, fits: nothing }, [10, 10, 5]],
  ['calls of hours', { calls: 5_000, stepMs: 10, callMs: () => 10, fits: nothing }, [10]],
  ['weeks that take long', { calls: 5_000, stepMs: 80, callMs: () => 0.5, fits: nothing }, [10, 15, 7, 4]],
])('SE6: with %s a search reads as many as there is time for', async (_, desk, looked) => {
  const found = await walkDesk(desk);
  expect(found.looked.slice(0, looked.length)).toEqual(looked);
  expect(found.older).toBe(idOf(found.looked.reduce((sum, count) => sum + count, 0) - 1));
});

test.each([0.05, 0.25, 1, 3])(
  'SE6: where the next calls take three times the %s ms of those before, a search is half its time late at most',
  async (ms) => {
    for (let at = 10; at < 400; at += 10) {
      const callMs = (n: number) => (n < at ? ms : 3 * ms);
      const { took } = await walkDesk({ calls: 100_000, stepMs: 8, callMs, fits: nothing });
      expect(took, `from call ${at} on`).toBeLessThanOrEqual(1.5 * budgetMs);
    }
  },
);

test('SE6: with no time at all a search looks at ten calls, and whoever goes on leaves nothing out', async () => {
  const desk: Desk = { calls: 95, stepMs: 200, callMs: () => 1, fits: (n) => n % 3 === 0 };
  const all: string[] = [];
  let from: string | undefined;
  for (;;) {
    const { found, older, looked } = await walkDesk(desk, from, 0);
    expect(looked).toHaveLength(1);
    expect(looked[0]).toBeLessThanOrEqual(10);
    all.push(...found);
    if (older === null) break;
    from = older;
  }
  expect(all).toEqual(Array.from({ length: 32 }, (_, n) => idOf(3 * n)));
});

test('SE6: a page that is full is not read on', async () => {
  const { found, older, looked } = await walkDesk({
    ...{ calls: 5_000, stepMs: 1, callMs: () => 0.01, fits: () => true },
  });
  expect(found).toHaveLength(41);
  expect(older).toBeNull();
  expect(looked).toEqual([10, 40]);
});
