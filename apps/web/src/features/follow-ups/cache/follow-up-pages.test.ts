import { describe, expect, test } from 'vitest';
import { followUpOf } from '../../../../testing/follow-up.ts';
import { everythingOpen, type Filter } from '../filter.ts';
import { type FollowUpPages, withFollowUp } from './follow-up-pages.ts';

function pagesOf(hasMore: boolean, ...pages: number[][]): FollowUpPages {
  return {
    pages: pages.map((numbers, index) => ({
      followUps: numbers.map((n) => followUpOf(n)),
      hasMore: hasMore || index < pages.length - 1,
      nextCursor: 'next',
    })),
    pageParams: pages.map(() => null),
  };
}
const ids = (data: FollowUpPages) => data.pages.map(({ followUps }) => followUps.map(({ id }) => id));
const after = (
  data: FollowUpPages,
  incoming: ReturnType<typeof followUpOf>,
  filter: Filter = everythingOpen,
) => ids(withFollowUp(data, incoming, filter, 'me'));

describe('FU4: a list of open ones after an event', () => {
  const data = pagesOf(false, [10, 20], [30, 40]);

  test('has a new one where it belongs', () => {
    expect(after(data, followUpOf(25))).toEqual([
      ['f10', 'f20'],
      ['f25', 'f30', 'f40'],
    ]);
    expect(after(data, followUpOf(50))).toEqual([
      ['f10', 'f20'],
      ['f30', 'f40', 'f50'],
    ]);
  });

  test('has an urgent one on top, however late it is due', () => {
    expect(after(data, followUpOf(50, { urgent: true }))[0]).toEqual(['f50', 'f10', 'f20']);
  });

  test('moves one that has become urgent', () => {
    expect(after(data, followUpOf(40, { urgent: true, revision: 2 }))).toEqual([
      ['f40', 'f10', 'f20'],
      ['f30'],
    ]);
  });

  test('loses one that was closed or snoozed', () => {
    const snoozedUntil = '2026-10-14T08:00:00.000Z';
    for (const more of [{ state: 'done' }, { state: 'snoozed', snoozedUntil }])
      expect(after(data, followUpOf(20, { ...more, revision: 2 }))).toEqual([['f10'], ['f30', 'f40']]);
  });

  test('does not go back to a state that arrives late', () => {
    const newer = withFollowUp(data, followUpOf(20, { note: 'Called.', revision: 3 }), everythingOpen, 'me');
    expect(withFollowUp(newer, followUpOf(20, { revision: 2 }), everythingOpen, 'me')).toBe(newer);
  });

  test('takes what changes without a revision, such as a call that begins', () => {
    const lastCall = { callId: 'c', live: true, by: 'Ben' };
    const next = withFollowUp(data, followUpOf(20, { lastCall }), everythingOpen, 'me');
    expect(next.pages[0]?.followUps[1]?.lastCall).toEqual(lastCall);
  });

  test('leaves out one behind the last loaded one: it comes with its page', () => {
    expect(after(pagesOf(true, [10, 20]), followUpOf(50))).toEqual([['f10', 'f20']]);
  });

  test('keeps the rows that did not change', () => {
    const next = withFollowUp(data, followUpOf(25), everythingOpen, 'me');
    expect(next.pages[0]).toBe(data.pages[0]);
  });
});

describe('a list with a filter', () => {
  const owner = { id: 'me', displayName: 'Ines' };
  const data = pagesOf(false, [10, 20]);

  test("of one's own takes what was assigned to one, and gives away what was assigned to others", () => {
    const mine: Filter = { state: 'open', owner: 'me' };
    expect(after(data, followUpOf(15, { owner }), mine)).toEqual([['f10', 'f15', 'f20']]);
    expect(after(data, followUpOf(10, { owner: { ...owner, id: 'other' }, revision: 2 }), mine)).toEqual([
      ['f20'],
    ]);
  });

  test("of nobody's loses what gets an owner", () => {
    expect(after(data, followUpOf(10, { owner, revision: 2 }), { state: 'open', owner: 'nobody' })).toEqual([
      ['f20'],
    ]);
  });

  test('of closed ones has the last one first', () => {
    const closedAt = (minute: number) => ({
      state: 'done',
      closed: { by: null, how: 'person', at: `2026-10-13T11:${minute}:00.000Z` },
    });
    const done: Filter = { state: 'done', owner: 'anyone' };
    let closed = pagesOf(false, []);
    for (const n of [10, 30, 20]) closed = withFollowUp(closed, followUpOf(n, closedAt(n)), done, 'me');
    expect(ids(closed)).toEqual([['f30', 'f20', 'f10']]);
  });
});
