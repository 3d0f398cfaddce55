import type { TokenRequest } from '../../lib/api-client.ts';

export interface KeptToken {
  token: string;
  lifetimeMs: number;
}

interface TokenKeeperOptions {
  /** Asks the provider for a new token; null when nobody is signed in any more. */
  fetchToken: () => Promise<KeptToken | null>;
  now?: () => number;
}

export interface TokenKeeper {
  get(request?: TokenRequest): Promise<string | null>;
  /** Takes a token that came by another way. */
  keep(kept: KeptToken): void;
  clear(): void;
}

/** A token is replaced this long before it ends, so that it never ends on its way to the server. */
const marginMs = 15_000;

/**
 * Holds the session token, in memory alone. Its life is counted from its arrival, so a wrong clock on this machine
 * does no harm; callers that come at the same time share one request.
 */
export function createTokenKeeper({
  fetchToken,
  now = () => performance.now(),
}: TokenKeeperOptions): TokenKeeper {
  let held: { token: string; renewAt: number } | null = null;
  let underWay: Promise<string | null> | null = null;

  function keep({ token, lifetimeMs }: KeptToken): void {
    held = { token, renewAt: now() + Math.max(0, lifetimeMs - marginMs) };
  }

  async function renew(): Promise<string | null> {
    const kept = await fetchToken();
    held = null;
    if (kept !== null) keep(kept);
    return kept?.token ?? null;
  }

  return {
    keep,
    clear() {
      held = null;
    },
    async get({ fresh = false } = {}) {
      if (!fresh && held !== null && now() < held.renewAt) return held.token;
      underWay ??= renew().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}
