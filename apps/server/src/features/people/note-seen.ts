import type { Role } from '@parley/contract';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { SeenPeople } from '../../ports/people.ts';

/** Whoever sends many requests is written down once in this time. */
const againMs = 5 * 60_000;
const mostKept = 5_000;

/** Writes down who uses the app where another service manages the accounts, beside the request and not before it. */
export function createNoteSeen(
  people: SeenPeople,
  ensureTenant: (tenantId: string) => Promise<void>,
  clock: Clock,
  log: Log,
) {
  const noted = new Map<string, { readonly at: number; readonly as: string }>();
  return ({ tenantId, userId, displayName, email }: Caller, role: Role): void => {
    const key = `${tenantId}\n${userId}`;
    const seenAt = clock.now();
    const as = `${role}\n${displayName}\n${email}`;
    const before = noted.get(key);
    if (before !== undefined && before.as === as && seenAt.getTime() - before.at < againMs) return;
    noted.delete(key);
    if (noted.size >= mostKept) noted.delete(noted.keys().next().value ?? '');
    noted.set(key, { at: seenAt.getTime(), as });
    // A tenant that signs in for the first time is created by the same request.
    ensureTenant(tenantId)
      .then(() => people.note(tenantId, { id: userId, name: displayName, email, role, seenAt }))
      .catch((err: unknown) => {
        noted.delete(key);
        log.warn({ err }, 'name and last visit of a user not stored; their next request will retry it');
      });
  };
}
