import { expect, test } from 'vitest';
import { ListRequest, type Paging } from './list-request.ts';

type Page = Record<string, unknown>;

function listOf(pages: readonly Page[], paging: Paging) {
  const asked: object[] = [];
  const fetchPage = async (changes: object) => {
    asked.push(changes);
    const page = pages[asked.length - 1];
    if (page === undefined) throw new Error('There is no such page.');
    return page;
  };
  return { list: new ListRequest<Page, unknown>(fetchPage, paging), asked };
}

const byCursor: Paging = { items: 'calls', after: 'afterId', next: ['nextCursor'] };

async function itemsOf(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of list) items.push(item);
  return items;
}

test('awaited it is one page, asked for once and not before', async () => {
  const { list, asked } = listOf([{ calls: [1, 2], nextCursor: 'b' }], byCursor);
  expect(asked).toEqual([]);
  expect(await list).toEqual({ calls: [1, 2], nextCursor: 'b' });
  expect(await list.then((page) => page.calls)).toEqual([1, 2]);
  expect(asked).toEqual([{}]);
});

test('walked over it is the items of all pages', async () => {
  const pages = [
    { calls: [1, 2], nextCursor: 'b' },
    { calls: [3], nextCursor: 'c' },
    { calls: [], nextCursor: null },
  ];
  const { list, asked } = listOf(pages, byCursor);
  expect(await itemsOf(list)).toEqual([1, 2, 3]);
  expect(asked).toEqual([{}, { afterId: 'b' }, { afterId: 'c' }]);
});

test('a walk that is left asks for no further page', async () => {
  const { list, asked } = listOf([{ calls: [1, 2], nextCursor: 'b' }], byCursor);
  for await (const item of list) if (item === 2) break;
  expect(asked).toHaveLength(1);
});

test('a list without a cursor goes on after its last item, and one that stopped for time where it was', async () => {
  const rows = [
    { rows: [{ row: 1 }, { row: 2 }], hasMore: true },
    { rows: [{ row: 3 }], hasMore: false },
  ];
  const byRow = listOf(rows, { items: 'rows', after: 'after', last: 'row' });
  expect(await itemsOf(byRow.list)).toHaveLength(3);
  expect(byRow.asked).toEqual([{}, { after: 2 }]);
  const hits = [
    { hits: [1], next: null, older: 'x' },
    { hits: [2], next: 'y', older: null },
    { hits: [3], next: null, older: null },
  ];
  const search = listOf(hits, { items: 'hits', after: 'after', next: ['next', 'older'] });
  expect(await itemsOf(search.list)).toEqual([1, 2, 3]);
  expect(search.asked).toEqual([{}, { after: 'x' }, { after: 'y' }]);
});

test('a server that names the same place again is not asked for ever', async () => {
  const same = { calls: [1], nextCursor: 'b' };
  const { list, asked } = listOf([same, same, same], byCursor);
  expect(await itemsOf(list)).toEqual([1, 1]);
  expect(asked).toHaveLength(2);
});

test('a page that fails ends the walk with its error', async () => {
  const { list } = listOf([{ calls: [1], nextCursor: 'b' }], byCursor);
  await expect(itemsOf(list)).rejects.toThrow('There is no such page.');
  await expect(listOf([], byCursor).list.catch(() => 'caught')).resolves.toBe('caught');
});
