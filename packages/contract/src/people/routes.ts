import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import {
  createInvitationBody,
  createInvitationResponse,
  peopleResponse,
  resetLinkResponse,
  setRoleBody,
  setSignUpBody,
} from './people.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });
const manages = { guard: 'bearer', permission: 'people.manage' } as const;
const changed = z.object({ changed: z.boolean() });

export const peopleRoutes = {
  listPeople: {
    method: 'GET',
    path: '/api/people',
    ...manages,
    summary: 'Who may use the app and as what, who waits for a role, open invitations, and who may sign up.',
    response: peopleResponse,
    errors: [],
  },
  setSignUp: {
    method: 'PUT',
    path: '/api/people/sign-up',
    ...manages,
    summary: 'Who may create an account.',
    body: setSignUpBody,
    response: changed,
    errors: ['invalid_request', 'managed_elsewhere'],
  },
  createInvitation: {
    method: 'POST',
    path: '/api/people/invitations',
    ...manages,
    summary:
      'Invite somebody by a link that works once. It is e-mailed where mail is connected, and shown this once.',
    body: createInvitationBody,
    response: createInvitationResponse,
    errors: ['invalid_request', 'managed_elsewhere', 'already_member', 'too_many_invitations'],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/people/invitations/:id',
    ...manages,
    summary: 'Withdraw an invitation: its link stops working.',
    params,
    response: changed,
    errors: ['managed_elsewhere', 'invitation_not_found'],
  },
  setRole: {
    method: 'PUT',
    path: '/api/people/:id/role',
    ...manages,
    summary: 'Change the role of somebody, or let in somebody who waits.',
    params,
    body: setRoleBody,
    response: changed,
    errors: ['invalid_request', 'managed_elsewhere', 'person_not_found', 'last_admin'],
  },
  removePerson: {
    method: 'DELETE',
    path: '/api/people/:id/role',
    ...manages,
    summary: 'Take access away and sign out everywhere. The account waits again.',
    params,
    response: changed,
    errors: ['managed_elsewhere', 'person_not_found', 'last_admin'],
  },
  signOutPerson: {
    method: 'POST',
    path: '/api/people/:id/sign-out',
    ...manages,
    summary: 'End all sessions of somebody.',
    params,
    response: changed,
    errors: ['managed_elsewhere', 'person_not_found'],
  },
  createResetLink: {
    method: 'POST',
    path: '/api/people/:id/reset-link',
    ...manages,
    summary: 'A link that sets a new password, once and within an hour. Earlier ones stop working.',
    params,
    response: resetLinkResponse,
    errors: ['managed_elsewhere', 'person_not_found'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/people/:id/account',
    ...manages,
    summary: 'Delete the account of somebody who has no role.',
    params,
    response: changed,
    errors: ['managed_elsewhere', 'person_not_found', 'person_has_role'],
  },
} as const satisfies Record<string, Route>;
