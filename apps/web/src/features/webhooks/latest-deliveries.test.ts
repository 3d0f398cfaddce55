import { expect, test } from 'vitest';
import { type DeliveryPages, withLatest } from './latest-deliveries.ts';

const pageOf = (ids: readonly string[], nextCursor: string | null = ids.at(-1) ?? null, attempts = 1) =>
  ({
    deliveries: ids.map((id) => ({ id, attempts })),
    nextCursor,
  }) as unknown as DeliveryPages['pages'][number];
const loaded = (...pages: DeliveryPages['pages']): DeliveryPages => ({
  ...{ pages, pageParams: [null, ...pages.slice(1).map(({ nextCursor }) => nextCursor)] },
});
const shown = ({ pages }: DeliveryPages) =>
  pages.map(({ deliveries }) => deliveries.map(({ id, attempts }) => `${id}${attempts}`).join(' '));

test('WH10: a newer first page goes before what is older, which is neither lost nor there twice', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c']), pageOf(['b', 'a'], null));
  const after = withLatest(before, pageOf(['g', 'f'], 'f', 2), 0);
  expect(shown(after)).toEqual(['g2 f2 e1', 'd1 c1', 'b1 a1']);
  // The next page is asked for behind what was there before.
  expect(after.pages.map(({ nextCursor }) => nextCursor)).toEqual(['e', 'c', null]);
  expect(shown(withLatest(after, pageOf(['h', 'g'], 'g', 3), 0))).toEqual(['h3 g3 f2 e1', 'd1 c1', 'b1 a1']);
});

test('WH10: what a newer first page covers and does not have is gone, on further pages too', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c']), pageOf(['b', 'a'], null));
  expect(shown(withLatest(before, pageOf(['f', 'c'], 'c', 2), 0))).toEqual(['f2 c2', '', 'b1 a1']);
});

test('WH10: a first page that is all there is takes the place of what was loaded', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c'], null));
  expect(withLatest(before, pageOf(['f'], null), 0)).toEqual(loaded(pageOf(['f'], null)));
  expect(withLatest(before, pageOf([], null), 0)).toEqual(loaded(pageOf([], null)));
  expect(withLatest(loaded(pageOf(['f', 'e'])), pageOf(['g', 'f']), 0)).toEqual(loaded(pageOf(['g', 'f'])));
});

const reloadsAt = ({ pages }: DeliveryPages) => pages.map(({ reloadAt }) => reloadAt);

test('WH10: what is further down is loaded again ten seconds after the first change, however many follow', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c']));
  const first = withLatest(before, pageOf(['g', 'f']), 1_000);
  expect(reloadsAt(first)).toEqual([11_000, undefined]);
  const second = withLatest(first, pageOf(['h', 'g']), 10_999);
  expect(reloadsAt(second)).toEqual([11_000, undefined]);
  // The request at 11,000 has failed, or this would be a newly loaded page.
  expect(reloadsAt(withLatest(second, pageOf(['h', 'g']), 11_000))).toEqual([21_000, undefined]);
});

test('WH10: pages between which some may be missing are not shown: all are loaded again at once', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c']));
  const waiting = withLatest(before, pageOf(['f', 'e']), 1_000);
  for (const pages of [before, waiting]) {
    const after = withLatest(pages, pageOf(['k', 'h'], 'h', 2), 2_000);
    expect(shown(after)).toEqual(['f1 e1', 'd1 c1']);
    expect(reloadsAt(after)).toEqual([2_000, undefined]);
  }
  // The last of the newer page is the first that was loaded: nothing is between them.
  expect(shown(withLatest(before, pageOf(['g', 'f'], 'f', 2), 2_000))).toEqual(['g2 f2 e1', 'd1 c1']);
  const none = loaded(pageOf([], 'e'), pageOf([], 'c'));
  expect(reloadsAt(withLatest(none, pageOf(['g', 'f']), 2_000))).toEqual([2_000, undefined]);
});

test('WH10: where no further page is loaded, nothing is loaded again', () => {
  const one = withLatest(loaded(pageOf(['f', 'e'])), pageOf(['k', 'h']), 1_000);
  expect(reloadsAt(one)).toEqual([undefined]);
  const all = withLatest(loaded(pageOf(['f', 'e']), pageOf(['d'], null)), pageOf(['f'], null), 1_000);
  expect(reloadsAt(all)).toEqual([undefined]);
});
