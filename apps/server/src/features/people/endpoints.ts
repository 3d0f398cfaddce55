import { randomBytes } from 'node:crypto';
import { effectiveRole, knownRole, membershipOf, type Person, type Role } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { AccountManagement } from '../../ports/identity.ts';
import type { Log } from '../../ports/log.ts';
import type { Mailers } from '../../ports/mail.ts';
import type { InvitationStore, PeopleStore, RoleChange, StoredPerson } from '../../ports/people.ts';
import { mailInvitation, mailPasswordLink } from './link-mails.ts';
import { presentInvitation } from './present-invitation.ts';

export type PeopleEndpoints = Pick<
  Endpoints,
  | 'listPeople'
  | 'setSignUp'
  | 'createInvitation'
  | 'withdrawInvitation'
  | 'setRole'
  | 'removePerson'
  | 'signOutPerson'
  | 'createResetLink'
  | 'deleteAccount'
>;

export interface PeopleEndpointDeps {
  readonly accounts: Pick<AccountManagement, 'managedBy'>;
  readonly people: PeopleStore;
  readonly invitations: InvitationStore;
  /** What new accounts get at once; null: they wait. */
  readonly signupRole: string | null;
  readonly resetLink: (userId: string) => Promise<string>;
  readonly mailers: Mailers;
  /** Where people open the app. */
  readonly webOrigin: string;
  readonly clock: Clock;
  readonly log: Log;
}

const resetLinkMs = 60 * 60_000;

export function peopleEndpoints(deps: PeopleEndpointDeps): PeopleEndpoints {
  const { people, invitations, clock } = deps;
  return {
    listPeople: async () => {
      const [all, invited, policy] = await Promise.all([
        people.list(),
        invitations.list(),
        people.signUpPolicy(),
      ]);
      return {
        managedBy: deps.accounts.managedBy,
        people: all.flatMap((each) => presentPerson(each)),
        waiting: all.flatMap((each) =>
          countingRole(each.role) === null
            ? [{ id: each.id, name: each.name, email: each.email, since: each.createdAt.toISOString() }]
            : [],
        ),
        invitations: invited.map(presentInvitation),
        signUp: { policy, role: deps.signupRole },
        mailPossible: deps.mailers.current() !== null,
      };
    },

    setSignUp: async ({ caller, body }) => ({
      changed: await people.setSignUpPolicy(caller.userId, body.policy),
    }),

    createInvitation: async ({ caller, body: { role, email = null, days } }) => {
      const known = email === null ? null : await people.findByEmail(email);
      if (countingRole(known?.role ?? null) !== null)
        throw new AppError('already_member', 'There is an account with this address, and it has access.');
      const token = randomBytes(24).toString('base64url');
      const created = await invitations.create(caller.userId, { token, role, email, days });
      if (created === null)
        throw new AppError('too_many_invitations', 'Too many invitations are open. Withdraw some of them.');
      const link = `${deps.webOrigin}/invitation#${token}`;
      const mail = await mailInvitation(deps, { to: email, link, from: caller.displayName, days });
      return { invitation: presentInvitation(created), link, mail };
    },

    withdrawInvitation: async ({ caller, params }) => {
      if (!(await invitations.withdraw(caller.userId, params.id)))
        throw new AppError('invitation_not_found', 'This invitation was used or withdrawn meanwhile.');
      return { changed: true };
    },

    setRole: async ({ caller, params, body }) =>
      changedOrRefused(await people.setRole(caller.userId, params.id, body.role)),

    removePerson: async ({ caller, params }) =>
      changedOrRefused(await people.remove(caller.userId, params.id)),

    signOutPerson: async ({ caller, params }) =>
      changedOrRefused(await people.signOut(caller.userId, params.id)),

    createResetLink: async ({ caller, params }) => {
      const person = await people.find(params.id);
      if (person === null) throw personNotFound();
      const link = await deps.resetLink(params.id);
      await people.recordReset(caller.userId, params.id);
      const expiresAt = new Date(clock.now().getTime() + resetLinkMs).toISOString();
      const mail = await mailPasswordLink(deps, { to: person.email, link, from: caller.displayName });
      return { link, expiresAt, mail };
    },

    deleteAccount: async ({ caller, params }) => {
      const result = await people.deleteAccount(caller.userId, params.id);
      if (result === 'has role')
        throw new AppError('person_has_role', 'This person has access. Take it away first.');
      return changedOrRefused(result);
    },
  };
}

/** Null: the account waits. */
function countingRole(stored: string | null): Role | null {
  const membership = stored === null ? null : membershipOf({ app: stored }, 'app');
  return membership && effectiveRole(membership, null);
}

function presentPerson({ id, name, email, role: stored, seenAt, secondFactor }: StoredPerson): Person[] {
  const role = countingRole(stored);
  if (role === null) return [];
  const storedRole = knownRole(stored ?? '') === null ? stored : null;
  return [{ id, name, email, role, storedRole, lastSeenAt: seenAt?.toISOString() ?? null, secondFactor }];
}

function changedOrRefused(result: RoleChange): { changed: boolean } {
  if (result === 'missing') throw personNotFound();
  if (result === 'last admin')
    throw new AppError('last_admin', 'This is the last admin. Make somebody else an admin first.');
  return { changed: result === 'changed' };
}

function personNotFound(): AppError {
  return new AppError('person_not_found', 'There is no such account any more.');
}
