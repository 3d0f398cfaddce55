import type { SignInPolicy } from '@parley/contract';
import type { Caller } from './caller.ts';

/** What an organization has decided about signing in. */
export interface SignInPolicies {
  get(tenantId: string): Promise<StoredSignInPolicy>;
  change(change: {
    readonly caller: Caller;
    readonly revision: number;
    readonly policy: SignInPolicy;
  }): Promise<StoredSignInPolicy | 'stale'>;
}

export interface StoredSignInPolicy {
  readonly policy: SignInPolicy;
  /** 0: never changed. */
  readonly revision: number;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
}
