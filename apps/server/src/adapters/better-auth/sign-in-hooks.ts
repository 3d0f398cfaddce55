import { createHash, timingSafeEqual } from 'node:crypto';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { AccountBook, LoginAttempts } from '../../ports/accounts.ts';

interface SignInRules {
  readonly accounts: AccountBook;
  readonly attempts: LoginAttempts;
  readonly firstAccountCode: string | null;
}

/** Runs after the rate limit and before anything is compared. */
export function beforeSignIn({ accounts, attempts, firstAccountCode }: SignInRules) {
  return createAuthMiddleware(async ({ path, body }) => {
    if (path === '/sign-in/email') {
      const locked = await attempts.take(body.email);
      if (locked !== null) {
        throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: locked });
      }
    }
    if (path === '/sign-up/email' && firstAccountCode !== null && !sameCode(body.code, firstAccountCode)) {
      if (!(await accounts.firstAccountTaken())) {
        throw new APIError('FORBIDDEN', { code: 'FIRST_ACCOUNT_CODE' });
      }
    }
  });
}

/** Only a wrong address or password keeps the attempt that was taken beforehand. */
export function afterSignIn({ accounts, attempts }: SignInRules) {
  return createAuthMiddleware(async ({ path, body, context }) => {
    const { returned } = context;
    if (path === '/sign-up/email' && isFailedRow(returned) && !(await accounts.exists(body.email))) {
      throw new APIError('INTERNAL_SERVER_ERROR', { message: 'An account could not be stored.' });
    }
    if (path !== '/sign-in/email') return;
    if (!(returned instanceof APIError)) await attempts.forget(body.email);
    else if (returned.statusCode !== 401) await attempts.giveBack(body.email);
  });
}

/** The library says the same of a taken address and of a row that could not be written for any other reason. */
function isFailedRow(returned: unknown): boolean {
  return returned instanceof APIError && returned.body?.code === 'FAILED_TO_CREATE_USER';
}

/** Digests, so that the comparison takes the same time whatever the two have in common. */
function sameCode(given: unknown, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(wanted));
}
