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
  const after = withLatest(before, pageOf(['g', 'f'], 'f', 2));
  expect(shown(after)).toEqual(['g2 f2 e1', 'd1 c1', 'b1 a1']);
  // The next page is asked for behind what was there before.
  expect(after.pages.map(({ nextCursor }) => nextCursor)).toEqual(['e', 'c', null]);
  expect(shown(withLatest(after, pageOf(['k', 'h'], 'h', 3)))).toEqual(['k3 h3 g2 f2 e1', 'd1 c1', 'b1 a1']);
});

test('WH10: what a newer first page covers and does not have is gone, on further pages too', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c']), pageOf(['b', 'a'], null));
  expect(shown(withLatest(before, pageOf(['f', 'c'], 'c', 2)))).toEqual(['f2 c2', '', 'b1 a1']);
});

test('WH10: a first page that is all there is takes the place of what was loaded', () => {
  const before = loaded(pageOf(['f', 'e']), pageOf(['d', 'c'], null));
  expect(withLatest(before, pageOf(['f'], null))).toEqual(loaded(pageOf(['f'], null)));
  expect(withLatest(before, pageOf([], null))).toEqual(loaded(pageOf([], null)));
  expect(withLatest(loaded(pageOf(['f', 'e'])), pageOf(['g', 'f']))).toEqual(loaded(pageOf(['g', 'f'])));
});
