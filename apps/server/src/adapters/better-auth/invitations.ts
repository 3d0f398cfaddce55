import { invitationBody } from '@parley/contract';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { type RequestOrigin, withOrigin } from '../../lib/request-origin.ts';
import { clientAddressHeader } from '../../ports/identity.ts';
import type { InvitationState, InvitationStore, PeopleStore } from '../../ports/people.ts';

export interface InvitationDeps {
  readonly invitations: InvitationStore;
  readonly people: Pick<PeopleStore, 'signUpPolicy'>;
}

/** What the page of an invited person asks: what the link offers, and to use it with the account that is signed in. */
export function invitationEndpoints({ invitations, people }: InvitationDeps) {
  return {
    id: 'parley-invitations',
    endpoints: {
      lookAtInvitation: createAuthEndpoint(
        '/invitation/look',
        { method: 'POST', body: invitationBody },
        async ({ body, json }) => {
          const { role, email, expiresAt } = openOrRefused(await invitations.look(body.token));
          const signUpPossible = (await people.signUpPolicy()) !== 'closed';
          return json({ role, email, expiresAt: expiresAt.toISOString(), signUpPossible });
        },
      ),
      acceptInvitation: createAuthEndpoint(
        '/invitation/accept',
        { method: 'POST', body: invitationBody, use: [sessionMiddleware] },
        async ({ body, context, headers, json }) => {
          const { id, email } = context.session.user;
          const result = await withOrigin(originOf(headers), () =>
            invitations.accept(body.token, { userId: id, email }),
          );
          if (result.kind === 'already member') throw new APIError('CONFLICT', { code: 'ALREADY_MEMBER' });
          openOrRefused(result);
          return json({ done: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** Before an account is created: by the policy, and with the invitation kept for this address. */
export async function admitSignUp(
  { invitations, people }: InvitationDeps,
  { invitation, email }: { readonly invitation?: string; readonly email: string },
): Promise<void> {
  const policy = await people.signUpPolicy();
  if (policy === 'closed') throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED' });
  if (invitation !== undefined) openOrRefused(await invitations.claim(invitation, email));
  else if (policy === 'invited') throw new APIError('FORBIDDEN', { code: 'INVITATION_NEEDED' });
}

/** For the audit log. */
export function originOf(headers: Headers | undefined): RequestOrigin {
  return { actorKind: 'person', address: headers?.get(clientAddressHeader) ?? null };
}

function openOrRefused(state: InvitationState): Extract<InvitationState, { kind: 'open' }> {
  switch (state.kind) {
    case 'open':
      return state;
    case 'missing':
      throw new APIError('NOT_FOUND', { code: 'INVITATION_NOT_FOUND' });
    case 'used':
      throw new APIError('CONFLICT', { code: 'INVITATION_USED' });
    case 'expired':
      throw new APIError('CONFLICT', { code: 'INVITATION_EXPIRED' });
    case 'other account':
      throw new APIError('FORBIDDEN', { code: 'INVITATION_OTHER_ACCOUNT' });
  }
}
