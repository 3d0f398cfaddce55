import type { SignInPolicyResponse } from '@parley/contract';
import { asNumber, asObject, asString } from './json.ts';

/** Without its schema: every page reads the policy, and the call list does without the library of schemas. */
export function parseSignInPolicy(body: unknown): SignInPolicyResponse | undefined {
  const fields = asObject(body);
  const policy = asObject(fields?.policy);
  const [idleMinutes, revision] = [asNumber(policy?.idleMinutes), asNumber(fields?.revision)];
  if (fields === null || idleMinutes === null || revision === null || idleMinutes <= 0) return undefined;
  const displayName = asString(asObject(fields.changedBy)?.displayName);
  return {
    policy: { secondFactorRequired: policy?.secondFactorRequired === true, idleMinutes },
    revision,
    changedAt: asString(fields.changedAt),
    changedBy: displayName === null ? null : { displayName },
    managedBy: fields.managedBy === 'clerk' ? 'clerk' : 'built-in',
  };
}
