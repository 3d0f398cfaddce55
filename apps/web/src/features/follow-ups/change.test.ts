import { expect, test } from 'vitest';
import { followUpOf } from '../../../testing/follow-up.ts';
import { changed, countsAfter, inverse } from './change.ts';
import { createPendingChanges } from './pending-changes.ts';

const until = '2026-10-14T08:00:00.000Z';
const people = [{ id: 'ben', displayName: 'Ben Ito' }];
const open = followUpOf(1);
const snoozed = followUpOf(1, { state: 'snoozed', snoozedUntil: until });

test.each([
  ['closing an open one', open, { kind: 'done' }],
  ['closing a snoozed one', snoozed, { kind: 'done' }],
  ['snoozing', open, { kind: 'snooze', until }],
  ['snoozing for longer', snoozed, { kind: 'snooze', until: '2026-10-20T08:00:00.000Z' }],
  ['waking', snoozed, { kind: 'reopen' }],
  ['assigning', open, { kind: 'assign', owner: 'ben' }],
  ['taking it from somebody', followUpOf(1, { owner: people[0] ?? null }), { kind: 'assign', owner: null }],
  ['a note', followUpOf(1, { note: 'Before.' }), { kind: 'note', note: 'After.' }],
  ['another due time', open, { kind: 'due', dueAt: until }],
] as const)('FU6: %s can be undone', (_, before, change) => {
  const after = changed(before, change, people);
  expect(after).not.toEqual(before);
  expect(changed(after, inverse(before, change), people)).toEqual(before);
});

test('the counts follow what is closed, snoozed and assigned', () => {
  const counts = { open: 5, urgent: 1, mine: 2, snoozed: 0 };
  const urgent = followUpOf(1, { urgent: true, owner: { id: 'me', displayName: 'Ines' } });
  expect(countsAfter(counts, urgent, changed(urgent, { kind: 'done' }, []), 'me')).toEqual({
    open: 4,
    urgent: 0,
    mine: 1,
    snoozed: 0,
  });
  expect(countsAfter(counts, open, changed(open, { kind: 'snooze', until }, []), 'me')).toEqual({
    open: 4,
    urgent: 1,
    mine: 2,
    snoozed: 1,
  });
  const none = { open: 0, urgent: 0, mine: 0, snoozed: 0 };
  expect(countsAfter(none, open, changed(open, { kind: 'done' }, []), 'me')).toEqual(none);
});

test('changes of one follow-up are sent one after the other, those of others at once', async () => {
  const pending = createPendingChanges();
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = pending.inOrder('a', () => {
    log.push('a1');
    return first.promise;
  });
  const two = pending.inOrder('a', async () => void log.push('a2'));
  await pending.inOrder('b', async () => void log.push('b1'));
  expect(log).toEqual(['a1', 'b1']);
  // A refusal does not hold up the next one.
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  await two;
  expect(log).toEqual(['a1', 'b1', 'a2']);
});
