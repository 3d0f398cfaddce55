import type { TokenRequest } from '../../lib/api-client.ts';

export interface IssuedToken {
  token: string;
  lifetimeMs: number;
}

interface TokenCacheOptions {
  /** Requests a new token from the provider; null when the user is signed out. */
  fetchToken: () => Promise<IssuedToken | null>;
  now?: () => number;
}

export interface TokenCache {
  get(request?: TokenRequest): Promise<string | null>;
  clear(): void;
}

/** A token is replaced this long before it expires, so that it does not expire in transit. */
const marginMs = 15_000;

/**
 * Holds the session token, in memory only. Its lifetime counts from its arrival, so the clock of the machine may be
 * wrong. Concurrent callers share one request.
 */
export function createTokenCache({
  fetchToken,
  now = () => performance.now(),
}: TokenCacheOptions): TokenCache {
  let held: { token: string; renewAt: number } | null = null;
  let pending: Promise<string | null> | null = null;

  function store({ token, lifetimeMs }: IssuedToken): void {
    held = { token, renewAt: now() + Math.max(0, lifetimeMs - marginMs) };
  }

  async function renew(): Promise<string | null> {
    const issued = await fetchToken();
    held = null;
    if (issued !== null) store(issued);
    return issued?.token ?? null;
  }

  return {
    clear() {
      held = null;
    },
    async get({ fresh = false } = {}) {
      if (!fresh && held !== null && now() < held.renewAt) return held.token;
      pending ??= renew().finally(() => {
        pending = null;
      });
      return pending;
    },
  };
}
