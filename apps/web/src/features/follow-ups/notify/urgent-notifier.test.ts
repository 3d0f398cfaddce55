import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type FollowUp, parseFollowUp } from '../../../lib/parsing/follow-ups.ts';
import { createUrgentNotifier } from './urgent-notifier.ts';

const openedAt = Date.parse('2026-10-13T10:00:00Z');
let now = openedAt;
const show = vi.fn();
let notifier: ReturnType<typeof createUrgentNotifier>;

beforeEach(() => {
  now = openedAt + 60_000;
  show.mockClear();
  notifier = createUrgentNotifier({ openedAt, now: () => now, myId: () => 'me', show });
});

function urgent(more: object = {}): FollowUp {
  const createdAt = '2026-10-13T10:00:30.000Z';
  const made = parseFollowUp({ id: 'a', revision: 1, state: 'open', urgent: true, createdAt, ...more });
  if (made === null) throw new Error('not a follow-up');
  return made;
}

describe('FU10: a notification', () => {
  test('is shown once, however often the follow-up changes', () => {
    notifier.seen(urgent());
    notifier.seen(urgent({ revision: 2, note: 'Called.' }));
    expect(show).toHaveBeenCalledTimes(1);
  });

  test('is shown for one that becomes urgent later', () => {
    notifier.seen(urgent({ urgent: false }));
    expect(show).not.toHaveBeenCalled();
    notifier.seen(urgent({ revision: 2 }));
    expect(show).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['is not urgent', { urgent: false }],
    ['is closed', { state: 'done' }],
    ['is snoozed', { state: 'snoozed' }],
    ['was there before the page', { createdAt: '2026-10-13T09:59:00.000Z' }],
    ['belongs to somebody else', { owner: { id: 'other', displayName: 'Ben' } }],
    ['has no time', { createdAt: '' }],
  ])('is not shown for one that %s', (_, more) => {
    notifier.seen(urgent(more));
    expect(show).not.toHaveBeenCalled();
  });

  test('is not shown for an old one that somebody changes', () => {
    now = openedAt + 3_600_000;
    notifier.seen(urgent({ revision: 7 }));
    expect(show).not.toHaveBeenCalled();
  });

  test('is shown for what one has oneself', () => {
    notifier.seen(urgent({ owner: { id: 'me', displayName: 'Ines' } }));
    expect(show).toHaveBeenCalledTimes(1);
  });
});
