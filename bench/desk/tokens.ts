import { clerkToken, makeClerkKeys, publishableKey } from '../../e2e/harness/fake-clerk.ts';

/** Tokens for any number of tenants and people, without signing each of them up. */
export interface Tokens {
  /** What the server needs to trust them. */
  readonly settings: Readonly<Record<string, string>>;
  of(tenant: string, user?: string): string;
}

const hour = 3600;

export function makeTokens(): Tokens {
  const keys = makeClerkKeys();
  return {
    settings: { CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_JWT_KEY: keys.publicPem },
    of: (tenant, user = `user_of_${tenant}`) =>
      clerkToken(keys, {
        sub: user,
        exp: Math.floor(Date.now() / 1000) + hour,
        email: `${user}@example.com`,
        firstName: 'Kit',
        lastName: 'Reed',
        m: { parley: 'admin' },
        o: { id: tenant, slg: tenant, rol: 'admin' },
      }),
  };
}
