import type { SignInPolicyResponse } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { AccountManagement } from '../../ports/identity.ts';
import type { SignInPolicies, StoredSignInPolicy } from '../../ports/sign-in-policy.ts';

export function signInPolicyEndpoints(
  policies: SignInPolicies,
  { managedBy, elsewhere }: AccountManagement,
): Pick<Endpoints, 'getSignInPolicy' | 'updateSignInPolicy'> {
  const present = (stored: StoredSignInPolicy): SignInPolicyResponse => ({
    policy: stored.policy,
    revision: stored.revision,
    changedAt: stored.changedAt?.toISOString() ?? null,
    changedBy: stored.changedBy === null ? null : { displayName: stored.changedBy },
    managedBy,
  });
  return {
    getSignInPolicy: async ({ caller }) => present(await policies.get(caller.tenantId)),

    updateSignInPolicy: async ({ caller, body }) => {
      if (elsewhere !== null) throw new AppError('managed_elsewhere', elsewhere);
      const result = await policies.change({ caller, ...body });
      if (result === 'stale') throw new AppError('settings_changed', staleSentence);
      return present(result);
    },
  };
}

const staleSentence =
  'Somebody else has changed these settings since you opened them. Nothing was saved. Load the page again.';
