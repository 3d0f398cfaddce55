import type { RouteExample } from '../route-example.ts';
import type { Invitation, People } from './people.ts';
import type { peopleRoutes } from './routes.ts';

const invitation: Invitation = {
  id: '019a8b5e-6c00-7000-8000-000000000042',
  role: 'viewer',
  email: 'kit@example.com',
  createdAt: '2026-10-13T10:00:00.000Z',
  expiresAt: '2026-10-20T10:00:00.000Z',
  expired: false,
  createdBy: { displayName: 'Ines Marchetti' },
};

export const examplePeople: People = {
  managedBy: 'built-in',
  people: [
    {
      id: '019a8b5e-6c00-7000-8000-000000000040',
      name: 'Ines Marchetti',
      email: 'ines@example.com',
      role: 'admin',
      storedRole: null,
      lastSeenAt: '2026-10-13T10:00:00.000Z',
      secondFactor: false,
    },
  ],
  waiting: [
    {
      id: '019a8b5e-6c00-7000-8000-000000000041',
      name: 'Jo Weber',
      email: 'jo@example.com',
      since: '2026-10-12T08:30:00.000Z',
    },
  ],
  invitations: [invitation],
  signUp: { policy: 'open', role: null },
  mailPossible: true,
};

const changed = { response: { changed: true } };

/** Of the routes of `people/routes.ts`. */
export const peopleExamples: Readonly<Record<keyof typeof peopleRoutes, RouteExample>> = {
  listPeople: { response: examplePeople },
  setSignUp: { body: { policy: 'invited' }, ...changed },
  createInvitation: {
    body: { role: 'viewer', email: 'kit@example.com', days: 7 },
    response: {
      invitation,
      link: 'https://desk.example.com/invitation#2dP0s3kQbW9uV1tXyZaBcDeFgHiJkLmN',
      mail: 'sent',
    },
  },
  withdrawInvitation: changed,
  setRole: { body: { role: 'operator' }, ...changed },
  removePerson: changed,
  signOutPerson: changed,
  createResetLink: {
    response: {
      link: 'https://desk.example.com/sign-in/reset?token=2dP0s3kQbW9uV1tXyZaBcDeFgHiJkLmN',
      expiresAt: '2026-10-13T11:00:00.000Z',
      mail: 'sent',
    },
  },
  deleteAccount: changed,
};
