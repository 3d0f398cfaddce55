import type { Database } from '../adapters/postgres/database.ts';
import { createSignInPolicies } from '../adapters/postgres/sign-in-policy-store.ts';
import { signInPolicyEndpoints } from '../features/sign-in/endpoints.ts';
import type { Identity } from './identity.ts';

/** What organizations decide about signing in. The built-in sign-in reads it; another service has settings of its own. */
export function openSignInPolicy({ provider }: Pick<Identity, 'provider'>, database: Database) {
  return { endpoints: signInPolicyEndpoints(createSignInPolicies(database), provider.accounts) };
}
