import { createHash, randomBytes } from 'node:crypto';
import {
  confirmSecondFactorBody,
  passwordAndCodeBody,
  passwordBody,
  secondFactorCodeBody,
} from '@parley/contract';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from 'better-auth/api';
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies';
import { newRecoveryCodes, recoveryCodeDigest } from '../../lib/recovery-codes.ts';
import { base32, matchingStep, otpauthUri } from '../../lib/totp.ts';
import type { LoginAttempts } from '../../ports/accounts.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import type { SignInSessions } from '../../ports/sign-in-sessions.ts';
import { createCodeCheck, requirePassword } from './code-check.ts';
import type { KnownDevices } from './known-devices.ts';
import { consumeChallenge, openChallenge, startChallenge } from './sign-in-challenge.ts';

export interface SecondFactorDeps {
  readonly factors: SecondFactors;
  readonly sessions: SignInSessions;
  readonly attempts: LoginAttempts;
  readonly devices: Pick<KnownDevices, 'recognise'>;
  readonly now: () => number;
}

const issuer = 'Parley';
const secretBytes = 20;

/**
 * The second step of signing in, and its set-up. Not the library's own plugin: that one accepts a code as often as it is
 * sent, and encrypts with one secret for ever (decision 052).
 */
export function secondFactor(deps: SecondFactorDeps) {
  const { factors, sessions } = deps;
  const checkCode = createCodeCheck(deps);
  const signedIn = { use: [sessionMiddleware] };
  return {
    id: 'second-factor',
    endpoints: {
      secondFactorState: createAuthEndpoint('/second-factor', { method: 'GET', ...signedIn }, async (ctx) => {
        const { id } = ctx.context.session.user;
        const found = await factors.of(id);
        return ctx.json({
          since: found?.since.toISOString() ?? null,
          recoveryCodesLeft: found?.recoveryCodesLeft ?? 0,
          required: await sessions.isSecondFactorRequired(),
        });
      }),

      startSecondFactor: createAuthEndpoint(
        '/second-factor/start',
        { method: 'POST', body: passwordBody, ...signedIn },
        async (ctx) => {
          const { user } = ctx.context.session;
          await requirePassword(ctx, user, ctx.body.password, deps.attempts);
          const secret = randomBytes(secretBytes);
          if (!(await factors.begin(user.id, secret))) throw refused('CONFLICT', 'SECOND_FACTOR_ON');
          return ctx.json({
            ...{ secret: base32(secret), uri: otpauthUri(secret, issuer, user.email) },
            setUp: setUpOf(secret),
          });
        },
      ),

      confirmSecondFactor: createAuthEndpoint(
        '/second-factor/confirm',
        { method: 'POST', body: confirmSecondFactorBody, ...signedIn },
        async (ctx) => {
          const { user } = ctx.context.session;
          const secret = await factors.secretOf(user.id, 'pending');
          if (secret === null) throw refused('CONFLICT', 'SECOND_FACTOR_OFF');
          const { setUp = setUpOf(secret) } = ctx.body;
          // Not counted as a wrong code: it may be right for the key that the page shows.
          if (setUp !== setUpOf(secret)) throw refused('CONFLICT', 'SECOND_FACTOR_BEGUN_ANEW');
          const step = await checkCode.counted(ctx, user, async () =>
            matchingStep(secret, ctx.body.code, deps.now()),
          );
          const codes = newRecoveryCodes();
          const result = await factors.confirm(user.id, { secret, step }, digestsOf(user.id, codes));
          if (result === 'on already') throw refused('CONFLICT', 'SECOND_FACTOR_ON');
          if (result === 'begun anew') throw refused('CONFLICT', 'SECOND_FACTOR_BEGUN_ANEW');
          return ctx.json({ recoveryCodes: codes });
        },
      ),

      replaceRecoveryCodes: createAuthEndpoint(
        '/second-factor/recovery-codes',
        { method: 'POST', body: passwordAndCodeBody, ...signedIn },
        async (ctx) => {
          const { user } = ctx.context.session;
          await requirePassword(ctx, user, ctx.body.password, deps.attempts);
          await checkCode.accept(ctx, user, ctx.body.code);
          const codes = newRecoveryCodes();
          await factors.replaceRecoveryCodes(user.id, digestsOf(user.id, codes));
          return ctx.json({ recoveryCodes: codes });
        },
      ),

      removeSecondFactor: createAuthEndpoint(
        '/second-factor/remove',
        { method: 'POST', body: passwordAndCodeBody, ...signedIn },
        async (ctx) => {
          const { user } = ctx.context.session;
          await requirePassword(ctx, user, ctx.body.password, deps.attempts);
          await checkCode.accept(ctx, user, ctx.body.code);
          await factors.remove(user.id, user.id);
          return ctx.json({ done: true });
        },
      ),

      verifySecondFactor: createAuthEndpoint(
        '/second-factor/verify',
        { method: 'POST', body: secondFactorCodeBody },
        async (ctx) => {
          const { user, key } = await openChallenge(ctx);
          await checkCode.accept(ctx, user, ctx.body.code);
          await consumeChallenge(ctx, key);
          const session = await ctx.context.internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ user });
        },
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => askForCode(ctx, factors)),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The password was right: the session that the library has made is replaced by a challenge. */
async function askForCode(ctx: GenericEndpointContext, factors: SecondFactors) {
  const made = ctx.context.newSession;
  if (!made || (await factors.of(made.user.id)) === null) return;
  deleteSessionCookie(ctx, true);
  await ctx.context.internalAdapter.deleteSession(made.session.token);
  ctx.context.setNewSession(null);
  await startChallenge(ctx, made.user.id);
  return ctx.json({ secondFactor: 'needed' });
}

/** Says which secret a page shows, and nothing of it. */
function setUpOf(secret: Buffer): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function digestsOf(userId: string, codes: readonly string[]): string[] {
  return codes.map((code) => recoveryCodeDigest(userId, code));
}

function refused(status: 'CONFLICT' | 'FORBIDDEN', code: string): APIError {
  return new APIError(status, { code });
}
