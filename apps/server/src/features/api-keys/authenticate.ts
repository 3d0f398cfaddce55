import { keyPermissions } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { looksLikeApiKey, readApiKey } from '../../lib/api-key.ts';
import { bearerToken } from '../../lib/bearer-token.ts';
import type { ApiKeyUses } from '../../ports/api-keys.ts';
import type { Authenticate, Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** How soon an open stream or export of a revoked key ends. */
const lookAgainMs = 3_000;
/** Of an open stream whose key has no end. */
const streamLifeMs = 3_600_000;

interface KeyDeps {
  readonly uses: ApiKeyUses;
  readonly clock: Clock;
  readonly log: Log;
}

/** Lets in whoever has a key, as the key itself; everybody else is left to `people`. */
export function authenticateWithKeys(people: Authenticate, deps: KeyDeps): Authenticate {
  return (authorization, log) => {
    const token = bearerToken(authorization);
    return token !== undefined && looksLikeApiKey(token)
      ? callerOf(token, deps, log)
      : people(authorization, log);
  };
}

async function callerOf(token: string, deps: KeyDeps, log: Log): Promise<Caller> {
  const read = readApiKey(token);
  const key = read && (await deps.uses.use(read.id, read.digest));
  if (!read || !key) {
    log.info({ keyId: read?.id ?? null }, 'API key refused');
    throw new AppError('unauthenticated', 'This API key does not work. It may have expired or been revoked.');
  }
  const given = new Set(key.permissions);
  const end = deps.clock.time() + streamLifeMs;
  return {
    ...{ userId: read.id, tenantId: key.tenantId, displayName: key.name, email: null },
    // What a key was given and no key may have any more does not count.
    permissions: keyPermissions.filter((each) => given.has(each)),
    expiresAt: new Date(Math.min(end, key.expiresAt?.getTime() ?? end)),
    key: { limit: key.requestsPerMinute, uses: key.uses, secondsLeft: key.secondsLeft },
    whenVoid: (onVoid) => watch(read.id, deps, onVoid),
  };
}

function watch(id: string, { uses, clock, log }: KeyDeps, onVoid: () => void): () => void {
  let cancel = () => {};
  let stopped = false;
  const look = async () => {
    try {
      if (!(await uses.works(id))) return onVoid();
    } catch (err) {
      log.warn(
        { err, keyId: id },
        'the API key of an open stream or export could not be checked; will be checked again',
      );
    }
    if (!stopped) cancel = clock.after(lookAgainMs, () => void look());
  };
  cancel = clock.after(lookAgainMs, () => void look());
  return () => {
    stopped = true;
    cancel();
  };
}
