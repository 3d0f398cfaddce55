import { endSessionBody } from '@parley/contract';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import type { SignInSessions } from '../../ports/sign-in-sessions.ts';

/** The browsers in which an account is signed in. Unlike the library's own, no answer holds the token of a session. */
export function ownSessions(sessions: SignInSessions) {
  const signedIn = { use: [sessionMiddleware] };
  return {
    id: 'own-sessions',
    endpoints: {
      ownSessions: createAuthEndpoint('/sessions', { method: 'GET', ...signedIn }, async (ctx) => {
        const { user, session } = ctx.context.session;
        const listed = await sessions.list(user.id);
        return ctx.json({
          sessions: listed.map(({ id, createdAt, lastActiveAt, address, userAgent }) => ({
            ...{ id, address: address || null, userAgent: userAgent || null, current: id === session.id },
            signedInAt: createdAt.toISOString(),
            lastActiveAt: lastActiveAt.toISOString(),
          })),
        });
      }),
      endOwnSession: createAuthEndpoint(
        '/sessions/end',
        { method: 'POST', body: endSessionBody, ...signedIn },
        async (ctx) => {
          const { id } = ctx.context.session.user;
          if (!(await sessions.end(id, ctx.body.id)))
            throw new APIError('NOT_FOUND', { code: 'SESSION_NOT_FOUND' });
          return ctx.json({ ended: 1 });
        },
      ),
      endOtherSessions: createAuthEndpoint(
        '/sessions/end-others',
        { method: 'POST', ...signedIn },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          return ctx.json({ ended: await sessions.endOthers(user.id, session.id) });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
