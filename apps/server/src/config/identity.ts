import { clerkPublicKey } from './clerk-key.ts';
import type { Environment } from './environment.ts';

export type IdentityConfig =
  | { readonly provider: 'built-in'; readonly signupRole: string | null }
  | { readonly provider: 'clerk'; readonly publishableKey: string; readonly jwtKey: string | null };

export function readIdentity(env: Environment): IdentityConfig {
  const publishableKey = env.text('CLERK_PUBLISHABLE_KEY');
  const jwtKeyText = env.secret('CLERK_JWT_KEY');
  if (publishableKey === null) {
    if (jwtKeyText !== null)
      env.fault('CLERK_JWT_KEY is set but CLERK_PUBLISHABLE_KEY is not. Set both, or neither.');
    return { provider: 'built-in', signupRole: env.text('SIGNUP_ROLE') };
  }
  if (clerkHost(publishableKey) === null) {
    env.fault('CLERK_PUBLISHABLE_KEY must be the pk_test_… or pk_live_… key from the Clerk dashboard.');
  }
  const jwtKey = jwtKeyText === null ? null : clerkPublicKey(jwtKeyText);
  if (jwtKeyText !== null && jwtKey === null) {
    env.fault(
      'CLERK_JWT_KEY must be the JWKS Public Key from the Clerk dashboard, which begins with BEGIN PUBLIC KEY.',
    );
  }
  return { provider: 'clerk', publishableKey, jwtKey };
}

/** A publishable key carries the host of its Clerk instance: base64 of the name and a dollar sign. */
export function clerkHost(publishableKey: string): string | null {
  const encoded = /^pk_(?:test|live)_([A-Za-z0-9+/=_-]+)$/.exec(publishableKey)?.[1];
  if (encoded === undefined) return null;
  const host = /^([a-z0-9.-]+)\$$/i.exec(Buffer.from(encoded, 'base64').toString('latin1'))?.[1];
  return host?.includes('.') ? host : null;
}
