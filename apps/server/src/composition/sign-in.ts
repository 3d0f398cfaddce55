import type { Database } from '../adapters/postgres/database.ts';
import { createSignInPolicies } from '../adapters/postgres/sign-in-policy-store.ts';
import type { Config } from '../config/config.ts';
import { signInPolicyEndpoints } from '../features/sign-in/endpoints.ts';

/** What organizations decide about signing in. The built-in sign-in reads it; Clerk has settings of its own. */
export function openSignInPolicy({ identity }: Pick<Config, 'identity'>, database: Database) {
  const managedBy = identity.provider === 'clerk' ? 'clerk' : 'parley';
  return { endpoints: signInPolicyEndpoints(createSignInPolicies(database), managedBy) };
}
