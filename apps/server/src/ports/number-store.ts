import type { CarrierIdentity } from './carrier.ts';

/** A number of a tenant, whichever of its accounts has it. */
export interface TenantNumber {
  /** What the audit log names it by. */
  readonly id: string;
  readonly number: string;
  readonly label: string;
  readonly carrier: string;
  readonly carrierAccount: string;
  readonly agentId: string | null;
}

/** Who changed something: a person by id, or a command. */
export interface Actor {
  readonly userId: string;
  readonly displayName: string | null;
}

export type TakeResult =
  | { readonly kind: 'taken'; readonly number: TenantNumber }
  | { readonly kind: 'no_number' }
  | { readonly kind: 'no_agent' }
  | { readonly kind: 'archived' }
  /** Another agent has it than the one that was to lose it. */
  | { readonly kind: 'conflict'; readonly agentId: string; readonly displayName: string };

export type GiveResult = TakeResult | { readonly kind: 'no_tenant' } | { readonly kind: 'other_tenant' };

/** Whom a number of the deployment is for. */
export interface GivenTo {
  readonly accounts: readonly CarrierIdentity[];
  readonly agentId: string;
  readonly take: boolean;
}

/** Numbers that the start of a server finds, and whom it gives those that nobody knows yet. */
export interface FoundNumber {
  readonly number: string;
  readonly agentId: string | null;
}

/** The numbers of tenants, by carrier account. */
export interface NumberStore {
  /** Those of the accounts, each once. */
  list(tenantId: string, accounts: readonly CarrierIdentity[]): Promise<TenantNumber[]>;
  /** Every number of the account that an agent answers, in any tenant. */
  answered(account: CarrierIdentity): Promise<string[]>;
  /** `takenFrom` is the agent that has the number now, or null where nobody is to lose it. */
  take(
    tenantId: string,
    number: string,
    to: { readonly agentId: string; readonly takenFrom: string | null },
    actor: Actor,
  ): Promise<TakeResult>;
  release(tenantId: string, number: string, actor: Actor): Promise<TenantNumber | null>;
  /** What people call the number; null: no such number. */
  label(tenantId: string, number: string, label: string, actor: Actor): Promise<TenantNumber | null>;
  /** The accounts of sandboxes that have this number, in any tenant. */
  sandboxAccounts(number: string): Promise<CarrierIdentity[]>;
  /** Gives an account the numbers of the release before, which did not store it. To be called before calls can arrive. */
  adopt(account: CarrierIdentity): Promise<void>;
  /**
   * Adds numbers of an account that nobody has yet; those that are known stay with whom they have. Numbers whose account
   * was not known get it.
   */
  register(tenantId: string, account: CarrierIdentity, found: readonly FoundNumber[]): Promise<void>;
  /** The only tenant of the deployment; null where there are several or none. */
  onlyTenant(): Promise<string | null>;
  /**
   * Gives a number of the accounts to a tenant and there to an agent, or refuses and changes nothing. With `take` whoever
   * has it loses it: an agent of the tenant, or another tenant.
   */
  give(tenantId: string, number: string, to: GivenTo, actor: Actor): Promise<GiveResult>;
  /** What `give` would answer now; nothing is changed. */
  wouldGive(tenantId: string, number: string, to: GivenTo): Promise<GiveResult>;
}
