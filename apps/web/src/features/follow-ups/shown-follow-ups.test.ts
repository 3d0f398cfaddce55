import { describe, expect, test } from 'vitest';
import { followUpOf } from '../../../testing/follow-up.ts';
import type { FollowUpPages } from './cache/follow-up-pages.ts';
import { everythingOpen } from './filter.ts';
import type { PendingChange } from './pending-changes.ts';
import { moved, neighbour, shownFollowUps } from './shown-follow-ups.ts';

const rows = [10, 20, 30].map((n) => followUpOf(n));
const data: FollowUpPages = {
  pages: [{ followUps: rows, hasMore: false, nextCursor: null }],
  pageParams: [null],
};
const ids = (...pending: PendingChange[]) =>
  shownFollowUps(data, pending, everythingOpen, 'me').map(({ id }) => id);

function pendingOf(n: number, change: PendingChange['change'], more: object = {}): PendingChange {
  const before = followUpOf(n, more);
  return { id: before.id, before, change, people: [] };
}

describe('while a change is on its way to the server', () => {
  test('what was closed is gone at once, and what was noted is there', () => {
    expect(ids(pendingOf(20, { kind: 'done' }))).toEqual(['f10', 'f30']);
    const [first] = shownFollowUps(
      data,
      [pendingOf(10, { kind: 'note', note: 'Later.' })],
      everythingOpen,
      'me',
    );
    expect(first?.note).toBe('Later.');
  });

  test('what is brought back is there at once, although no list has it', () => {
    expect(ids(pendingOf(15, { kind: 'reopen' }, { state: 'done' }))).toEqual(['f10', 'f15', 'f20', 'f30']);
  });

  test('changes of one follow-up add up', () => {
    expect(
      ids(pendingOf(20, { kind: 'done' }), pendingOf(20, { kind: 'reopen' }, { state: 'done' })),
    ).toEqual(['f10', 'f20', 'f30']);
  });
});

test('a follow-up on two pages is shown once', () => {
  const twice = { ...data, pages: [...data.pages, ...data.pages] };
  expect(shownFollowUps(twice, [], everythingOpen, 'me')).toHaveLength(3);
});

describe('the row that is chosen', () => {
  test.each([
    ['f10', 'f20'],
    ['f30', 'f20'],
  ])('after %s has left the list is %s', (id, next) => {
    expect(neighbour(rows, id)).toBe(next);
  });

  test('after the last one has left is none', () => {
    expect(neighbour(rows.slice(0, 1), 'f10')).toBeNull();
  });

  test.each([
    ['f10', 1, 'f20'],
    ['f10', -1, 'f10'],
    ['f30', 1, 'f30'],
    [null, 1, 'f10'],
  ])('moves from %s by %d to %s', (id, by, next) => {
    expect(moved(rows, id, by, 0)).toBe(next);
  });

  test('moves on from the place of one that somebody else has closed', () => {
    // It was between the first and the second.
    expect(moved(rows, 'gone', 1, 1)).toBe('f20');
    expect(moved(rows, 'gone', -1, 1)).toBe('f10');
  });
});
