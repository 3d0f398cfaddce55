import { personIdOf } from '../desk/fake-server/people-desk.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const list = '/app/settings/people';
const refused = { status: 403, body: { error: 'Your account may not do this any more.', code: 'forbidden' } };
const visitor = { body: 'null' };

/** Every screen and state of people and invitations. */
export const peopleScreens: readonly FakeServerShot[] = [
  at('people', list, 'Ada Weber'),
  at('people-loading', list, 'Loading people...', (fakeServer) => fakeServer.hold('GET /api/people')),
  at('people-error', list, 'Failed to load the people', (fakeServer) =>
    fakeServer.respondWith('GET /api/people', refused),
  ),
  at('people-no-permission', list, 'Your role does not allow this.', (fakeServer) => {
    fakeServer.claims = { parley: 'viewer' };
  }),
  at('people-clerk', list, 'Clerk manages the accounts', ({ peopleDesk }) => {
    peopleDesk.people = {
      ...peopleDesk.people,
      managedBy: 'clerk',
      ...{ waiting: [], invitations: [], signUp: null },
    };
  }),
  then(at('people-invite', `${list}?dialog=invite`, 'Create Invitation'), async () => {}, {
    windowOnly: true,
  }),
  then(
    at('people-invited', `${list}?dialog=invite`, 'Create Invitation'),
    async (page) => {
      await page.getByRole('button', { name: 'Create Invitation' }).click();
      await page.getByText('shown this once').waitFor();
    },
    { windowOnly: true },
  ),
  then(at('people-role', `${list}?dialog=role:${personIdOf(1)}`, 'Save Role'), async () => {}, {
    windowOnly: true,
  }),
  at('invitation', '/invitation#b1a2c3d4', 'Create account', (fakeServer) =>
    fakeServer.respondWith('GET /api/auth/get-session', visitor),
  ),
  at('invitation-accept', '/invitation#b1a2c3d4', 'Use the invitation', (fakeServer) => {
    fakeServer.claims = {};
  }),
  at('invitation-used', '/invitation#b1a2c3d4', 'has been used', (fakeServer) => {
    fakeServer.respondWith('GET /api/auth/get-session', visitor);
    fakeServer.respondWith('POST /api/auth/invitation/look', {
      status: 409,
      body: {
        error: 'This invitation has been used. Ask your administrator for a new one.',
        code: 'invitation_used',
      },
    });
  }),
];
