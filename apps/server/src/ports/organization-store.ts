import type { OrganizationSettings } from '@parley/contract';
import type { Caller } from './caller.ts';

export interface StoredOrganization {
  readonly settings: OrganizationSettings;
  readonly revision: number;
  readonly changedAt: Date | null;
  /** The name of who changed the settings last; null when nobody has, or the person was erased. */
  readonly changedBy: string | null;
}

/** What an organization starts with; its name is that of the tenant. */
export type StartingSettings = Omit<OrganizationSettings, 'name'>;

export interface SettingsChange {
  readonly caller: Pick<Caller, 'tenantId' | 'userId' | 'displayName'>;
  /** The revision that the change is based on. */
  readonly revision: number;
  readonly settings: OrganizationSettings;
}

export type SettingsChangeResult =
  /** Stored, or equal to what is stored already. */
  | { readonly kind: 'saved'; readonly organization: StoredOrganization }
  /** Changed by somebody else since that revision; nothing was stored. */
  | { readonly kind: 'stale' };

export interface OrganizationStore {
  /** Stores what the tenant's organization starts with, unless it has settings. */
  ensure(tenantId: string, start: StartingSettings): Promise<void>;
  /** Null for a tenant without settings of its own. */
  get(tenantId: string): Promise<StoredOrganization | null>;
  /** The same for calls and jobs. Uses the connections reserved for calls, not those of people's requests. */
  settingsForCall(tenantId: string): Promise<OrganizationSettings | null>;
  change(change: SettingsChange): Promise<SettingsChangeResult>;
}

/** The settings of organizations as calls and jobs need them, without a round trip for each. */
export interface Organizations {
  of(tenantId: string): Promise<OrganizationSettings>;
}
