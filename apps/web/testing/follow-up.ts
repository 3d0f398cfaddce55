import { type FollowUp, parseFollowUp } from '../src/lib/parsing/follow-ups.ts';

/** An open follow-up; the number is its id, its order, and the minute at which it is due. */
export function followUpOf(n: number, more: Partial<FollowUp> = {}): FollowUp {
  const minute = String(n).padStart(2, '0');
  const made = parseFollowUp({
    id: `f${minute}`,
    revision: 1,
    state: 'open',
    reason: 'callback',
    what: `Call ${n} back.`,
    number: '+15005551001',
    dueAt: `2026-10-13T10:${minute}:00.000Z`,
    createdAt: '2026-10-13T09:00:00.000Z',
  });
  if (made === null) throw new Error('This is not a follow-up.');
  return { ...made, ...more };
}
