import type { Permission } from '@parley/contract';
import type { TokenAccess } from './access-changes.ts';
import type { Log } from './log.ts';

/** How often an API key was used in this minute, this time included. */
export interface KeyUse {
  readonly limit: number;
  readonly uses: number;
  /** Until the count begins anew. */
  readonly secondsLeft: number;
}

/** The signed-in person or the API key behind a request, as every feature sees them. */
export interface Caller {
  /** Of a person or a key. */
  readonly userId: string;
  readonly tenantId: string;
  /** What the caller may do. `http/endpoints.ts` compares it with what the route needs. */
  readonly permissions: readonly Permission[];
  readonly displayName: string;
  readonly email: string | null;
  readonly expiresAt: Date;
  /** Left out for people. */
  readonly key?: KeyUse;
  /** What the token stands for, so that another server can notice too when it is void. */
  readonly access?: TokenAccess;
  /** Calls back when the token is void before it expires, and returns how to stop that. Left out where that never happens. */
  readonly whenVoid?: (onVoid: () => void) => () => void;
}

/** Turns an Authorization header into a caller: 401 without a valid token, 403 without an entry for this app. */
export type Authenticate = (authorization: string | undefined, log: Log) => Promise<Caller>;
