import type { Page } from '@playwright/test';
import { callIdOf, callOf, entryOf } from '../desk/fake-server/data.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { followUpOf, inMinutes } from '../desk/fake-server/follow-up-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const inbox = '/app/follow-ups';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };
const ben = { id: 'user-2', displayName: 'Ben Ito' };

const said = [
  entryOf(0, 'Hello, this is the AI assistant of GS Dental. How can I help you?'),
  entryOf(1, 'Hi. My tooth hurts since last night, the whole cheek is swollen.'),
  entryOf(2, 'I am sorry to hear that. Somebody from the practice will call you back right away.'),
  entryOf(3, 'Please, as soon as possible.'),
  entryOf(4, 'Goodbye.'),
];

/** The inbox of a busy morning. */
function busy(fakeServer: FakeServer): void {
  fakeServer.calls = [
    callOf(60, { direction: 'inbound', from: '+493012345678', transcript: said, instructions: null }),
    ...fakeServer.calls,
  ];
  fakeServer.followUpDesk.followUps = [
    followUpOf(1, {
      urgent: true,
      urgentWhy: 'pain',
      number: '+493012345678',
      contact: { id: null, name: 'Ada Weber', others: 0 },
      what: 'In pain: “My tooth hurts since last night, the whole cheek is swollen.”',
      callId: callIdOf(60),
      entry: { ordinal: 1, speaker: 'user', message: said[1]?.message ?? '' },
      dueAt: inMinutes(12),
    }),
    followUpOf(2, {
      urgent: true,
      urgentWhy: 'person_today',
      reason: 'person',
      contact: { id: null, name: 'Konstantinos Papadopoulos-Meyerhofer', others: 2 },
      what: 'Asked for Dr. Ito, today.',
      owner: ben,
      lastCall: { callId: callIdOf(1), live: true, by: { displayName: 'Ben Ito' } },
      dueAt: inMinutes(25),
    }),
    followUpOf(3, {
      reason: 'appointment',
      what: 'Wants an appointment: next Tuesday morning, or Thursday after four.',
      contact: { id: null, name: '山田 花子', others: 0 },
      dueAt: inMinutes(-130),
      sandbox: true,
    }),
    followUpOf(4, { reason: 'question', what: 'Asked: “Do you take Delta Dental?”', dueAt: inMinutes(180) }),
    followUpOf(5, {
      reason: 'reschedule',
      what: 'Wants another time than Friday at nine.',
      owner: { id: 'user', displayName: 'Ines Marchetti' },
      dueAt: inMinutes(240),
    }),
    followUpOf(6, {
      reason: 'connection_failing',
      number: null,
      what: 'The model does not answer: the key was refused.',
      dueAt: inMinutes(1500),
    }),
    followUpOf(7, { state: 'snoozed', snoozedUntil: inMinutes(900) }),
  ];
}

async function chosen(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ada Weber/ }).click();
  await page.getByText('Goodbye.').waitFor();
}

/** Every state of the inbox, from the fake server. */
export const followUpScreens: readonly FakeServerShot[] = [
  at('inbox', inbox, 'Wants another time', busy),
  then(at('inbox-chosen', inbox, 'Wants another time', busy), chosen),
  then(
    at('inbox-snooze', inbox, 'Wants another time', busy),
    async (page) => {
      await chosen(page);
      await page.getByRole('button', { name: 'Snooze' }).click();
      await page.getByRole('menuitem', { name: /Next week/ }).waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('inbox-done', inbox, 'Wants another time', busy),
    async (page) => {
      await chosen(page);
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await page.locator('[data-sonner-toast][data-mounted=true]').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('inbox-call-back', inbox, 'Wants another time', busy),
    async (page) => {
      await chosen(page);
      await page.getByRole('button', { name: 'Call Back' }).click();
      await page.getByRole('dialog').getByLabel('Instructions').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('inbox-keys', inbox, 'Wants another time', busy),
    async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('inbox-add', inbox, 'Wants another time', busy),
    async (page) => {
      await page.getByRole('button', { name: 'Add Follow-up' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add Follow-up' }).click();
      await page.getByText('Write what is to be done.').waitFor();
    },
    { windowOnly: true },
  ),
  then(
    at('inbox-urgent', inbox, 'Wants another time', (fakeServer) => {
      busy(fakeServer);
      fakeServer.followUpDesk.mailPossible = true;
    }),
    async (page) => {
      await page.getByRole('button', { name: 'Urgent follow-ups' }).click();
      await page.getByText('E-mail me urgent ones').waitFor();
    },
    { windowOnly: true },
  ),
  at('inbox-viewer', inbox, 'Wants another time', (fakeServer) => {
    busy(fakeServer);
    fakeServer.claims = { parley: 'viewer' };
  }),
  at('inbox-list-snoozed', `${inbox}?state=snoozed`, 'visit 7', busy),
  at('inbox-list-done', `${inbox}?state=done`, 'Sent the form.', (fakeServer) => {
    busy(fakeServer);
    const { followUpDesk: desk } = fakeServer;
    desk.change(followUpOf(8, { what: 'Sent the form.', note: 'By post.' }), { kind: 'done' });
    desk.put(
      followUpOf(9, {
        ...{ state: 'done', what: 'Wants an appointment: Monday.', reason: 'appointment' },
        closed: { by: null, how: 'call', at: inMinutes(-40) },
        lastCall: { callId: callIdOf(60), live: false, by: { displayName: 'Ben Ito' } },
      }),
    );
  }),
  at('inbox-empty', inbox, 'Nothing to follow up.'),
  at('inbox-loading', inbox, 'Loading follow-ups...', (fakeServer) => fakeServer.hold('GET /api/follow-ups')),
  at('inbox-error', inbox, 'Failed to load follow-ups', (fakeServer) =>
    fakeServer.respondWith('GET /api/follow-ups', refused),
  ),
  then(
    at('new-call-names', '/app/voice-agents/new', 'Make a Call', (fakeServer) =>
      fakeServer.respondWith('GET /api/contacts/suggestions', {
        body: {
          suggestions: [
            { id: '019a8b5e-6c00-7000-a000-000000000001', name: 'Ada Weber', number: '+493012345678' },
            { id: '019a8b5e-6c00-7000-a000-000000000002', name: 'Adam Okafor', number: '+15005550123' },
          ],
        },
      }),
    ),
    async (page) => {
      await page.getByLabel('Phone Number').pressSequentially('Ada');
      await page.getByRole('option', { name: /Adam/ }).waitFor();
    },
  ),
];
