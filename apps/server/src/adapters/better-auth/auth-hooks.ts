import { APIError, createAuthMiddleware } from 'better-auth/api';
import { withOrigin } from '../../lib/request-origin.ts';
import type { AccountStore, Attempt, LoginAttempts } from '../../ports/accounts.ts';
import { clientAddressHeader, localVisitorHeader } from '../../ports/identity.ts';
import type { FirstAccountGuard } from './first-account.ts';
import { admitSignUp, type InvitationDeps, originOf } from './invitations.ts';
import { knownDeviceHeader } from './known-devices.ts';

export interface AuthHookDeps extends InvitationDeps {
  readonly accounts: AccountStore;
  readonly attempts: LoginAttempts;
  readonly firstAccount: FirstAccountGuard;
}

/** Runs after the rate limit and before the password is checked. */
export function beforeAuthHook(deps: AuthHookDeps) {
  const { attempts, firstAccount } = deps;
  return createAuthMiddleware(async ({ path, body, headers }) => {
    if (path === '/sign-up/email') {
      const visitor = { local: headers?.get(localVisitorHeader) === 'yes' };
      if (!(await firstAccount.maySignUp(visitor, body.code))) {
        throw new APIError('FORBIDDEN', { code: 'FIRST_ACCOUNT_CODE' });
      }
    }
    const attempt = attemptOf(path, body, headers);
    const locked = attempt === null ? null : await attempts.consume(attempt);
    if (locked !== null) {
      throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: locked });
    }
    if (attempt?.kind === 'sign-up') {
      // Last, so that nothing else refuses a request that keeps an invitation.
      await admitSignUp(deps, body).catch(async (refused: unknown) => {
        await attempts.refund(attempt);
        throw refused;
      });
    }
  });
}

/** The attempt stays counted only after a wrong password, or where the answer reveals that an address is taken. */
export function afterAuthHook({ accounts, attempts, invitations }: AuthHookDeps) {
  return createAuthMiddleware(async ({ path, body, headers, context }) => {
    const attempt = attemptOf(path, body, headers);
    if (attempt === null) return;
    const { returned } = context;
    const refused = returned instanceof APIError ? returned : null;
    if (attempt.kind === 'sign-up') {
      if (!isTaken(refused)) await attempts.refund(attempt);
      if (body.invitation !== undefined) {
        const userId = refused === null ? context.newSession?.user.id : undefined;
        if (userId === undefined) await invitations.release(body.invitation, body.email);
        else {
          const account = { userId, email: body.email };
          await withOrigin(originOf(headers), () => invitations.finish(body.invitation, account));
        }
      }
      if (refused?.body?.code === failedRow && !(await accounts.exists(body.email))) {
        throw new APIError('INTERNAL_SERVER_ERROR', { message: 'The account could not be stored.' });
      }
    } else if (refused?.statusCode !== 401) {
      await attempts.refund(attempt);
      if (refused === null) await attempts.reset(attempt.email);
    }
  });
}

function attemptOf(path: string, body: { email?: string }, headers: Headers | undefined): Attempt | null {
  const address = headers?.get(clientAddressHeader) ?? 'unknown';
  if (path === '/sign-up/email') return { kind: 'sign-up', address };
  if (path !== '/sign-in/email') return null;
  const device = headers?.get(knownDeviceHeader) ?? null;
  return { kind: 'sign-in', email: body.email ?? '', address, device };
}

/** The library's code for a taken address and for any other failure to insert the row. */
const failedRow = 'FAILED_TO_CREATE_USER';
const takenCodes = ['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', failedRow];

function isTaken(refused: APIError | null): boolean {
  return takenCodes.includes(String(refused?.body?.code));
}
