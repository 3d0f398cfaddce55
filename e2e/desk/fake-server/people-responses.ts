import type { Person } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

const changed: FakeResponse = { body: { changed: true } };
const lastAdmin: FakeResponse = {
  status: 409,
  body: { error: 'This is the last admin. Make somebody else an admin first.', code: 'last_admin' },
};

/** The responses of the routes of people and of the page of an invitation; null for others. */
export function peopleResponse(
  { peopleDesk: desk }: FakeServer,
  request: ReceivedRequest,
): FakeResponse | null {
  const isLastAdmin = () =>
    desk.people.people.filter(({ role }) => role === 'admin').every(({ id }) => id === request.id);
  switch (request.route) {
    case 'GET /api/people':
      return { body: desk.people };
    case 'PUT /api/people/sign-up': {
      const { policy } = request.body as { policy: 'open' | 'invited' | 'closed' };
      desk.people = { ...desk.people, signUp: { policy, role: null } };
      return changed;
    }
    case 'POST /api/people/invitations': {
      const invitation = desk.invite(request.body as { role: Person['role'] });
      const mail = desk.people.mailPossible && invitation.email !== null ? 'sent' : 'none';
      return { body: { invitation, link: 'https://desk.example.com/invitation#b1a2c3d4e5f6', mail } };
    }
    case 'PUT /api/people/:id/role':
      if (isLastAdmin()) return lastAdmin;
      desk.setRole(request.id, (request.body as { role: Person['role'] }).role);
      return changed;
    case 'DELETE /api/people/:id/role':
      if (isLastAdmin()) return lastAdmin;
      desk.remove(request.id);
      return changed;
    case 'DELETE /api/people/:id/account':
    case 'DELETE /api/people/invitations/:id':
      desk.remove(request.id);
      return changed;
    case 'POST /api/people/:id/sign-out':
      return changed;
    case 'POST /api/people/:id/reset-link':
      return {
        body: {
          link: 'https://desk.example.com/sign-in/reset?token=a1b2c3',
          expiresAt: '',
          mail: desk.people.mailPossible ? 'sent' : 'none',
        },
      };
    case 'POST /api/auth/invitation/look':
      return { body: { role: 'viewer', email: null, expiresAt: '', signUpPossible: true } };
    case 'POST /api/auth/invitation/accept':
      return { body: { done: true } };
    default:
      return null;
  }
}
