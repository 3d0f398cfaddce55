import { AppError } from '../../errors.ts';
import type { AccountManagement } from '../../ports/identity.ts';
import type { SeenPeople } from '../../ports/people.ts';
import type { PeopleEndpoints } from './endpoints.ts';

/** Where another service manages accounts and roles: people as their tokens name them, and nothing to change. */
export function externalPeopleEndpoints(
  seen: SeenPeople,
  { managedBy, elsewhere }: AccountManagement,
): PeopleEndpoints {
  const refused = async (): Promise<never> => {
    throw new AppError('managed_elsewhere', elsewhere ?? 'The accounts of this app are managed elsewhere.');
  };
  return {
    listPeople: async ({ caller }) => ({
      managedBy,
      people: (await seen.list(caller.tenantId)).map(({ id, name, email, role, seenAt }) => ({
        ...{ id, name, email, role, storedRole: null, secondFactor: null },
        lastSeenAt: seenAt.toISOString(),
      })),
      waiting: [],
      invitations: [],
      signUp: null,
      mailPossible: false,
    }),
    setSignUp: refused,
    createInvitation: refused,
    withdrawInvitation: refused,
    setRole: refused,
    removePerson: refused,
    signOutPerson: refused,
    createResetLink: refused,
    deleteAccount: refused,
  };
}
