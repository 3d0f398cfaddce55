import type { Page } from '@playwright/test';
import { callIdOf, callOf, entryOf } from './data.ts';
import type { FakeServer } from './fake-server.ts';
import { followUpOf, inMinutes } from './follow-up-desk.ts';

export const inbox = '/app/follow-ups';
export const change = 'PUT /api/follow-ups/:id';

export const ada = { id: null, name: 'Ada Weber', others: 0 };
export const ben = { id: 'user-2', displayName: 'Ben Ito' };
export const words = 'My tooth hurts since last night.';

export const followUpRows = (page: Page) =>
  page.getByRole('list', { name: 'Follow-ups' }).getByRole('listitem');
export const pane = (page: Page) => page.getByRole('region', { name: 'Follow-up', exact: true });
export const item = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Follow-ups/ });

/** Four of an afternoon; the last of these is on top. */
export function fourFollowUps(fakeServer: FakeServer): void {
  const said = ['Hello.', words, 'Somebody calls you back.', 'Please.', 'Goodbye.', 'Bye.'];
  fakeServer.calls = [callOf(1, { transcript: said.map((text, index) => entryOf(index, text)) })];
  fakeServer.followUpDesk.followUps = [
    followUpOf(40, { reason: 'question', what: 'Asked: “Do you take Delta?”' }),
    followUpOf(30, { reason: 'appointment', what: 'Wants an appointment: Tuesday.', sandbox: true }),
    followUpOf(20, { reason: 'person', what: 'Asked for Dr. Ito.', owner: ben }),
    followUpOf(1, {
      urgent: true,
      urgentWhy: 'pain',
      contact: ada,
      what: `In pain: “${words}”`,
      callId: callIdOf(1),
      entry: { ordinal: 1, speaker: 'user', message: words },
      dueAt: inMinutes(300),
    }),
  ];
}

/** As many open ones, each due a minute after the one before. */
export function manyFollowUps(fakeServer: FakeServer, count: number): void {
  fakeServer.followUpDesk.followUps = Array.from({ length: count }, (_, index) => followUpOf(index + 1));
}
