import type { ApiKey, Permission } from '@parley/contract';
import type { Caller } from './caller.ts';

export interface NewApiKey {
  readonly id: string;
  /** Of the whole key. */
  readonly digest: Buffer;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly requestsPerMinute: number;
  readonly expiresAt: string | null;
}

export type KeyCreator = Pick<Caller, 'tenantId' | 'userId' | 'displayName'>;

/** The keys of an organization, as its people see them. */
export interface ApiKeyStore {
  /** The newest first. */
  list(tenantId: string): Promise<ApiKey[]>;
  /** Null where too many keys work already. */
  create(creator: KeyCreator, key: NewApiKey): Promise<ApiKey | null>;
  /** A key that is revoked already stays as it is. Null where there is none. */
  revoke(by: Pick<Caller, 'tenantId' | 'userId'>, id: string): Promise<ApiKey | null>;
}

export interface UsedApiKey {
  readonly tenantId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expiresAt: Date | null;
  readonly requestsPerMinute: number;
  /** Uses within this minute, with this one. */
  readonly uses: number;
  /** Until the count begins anew. */
  readonly secondsLeft: number;
}

/** The keys of all organizations, as requests name them. */
export interface ApiKeyUses {
  /** Counts a use. Null where no key that works has this id and digest. */
  use(id: string, digest: Buffer): Promise<UsedApiKey | null>;
  works(id: string): Promise<boolean>;
}
