import { createAccessList } from '../adapters/postgres/access-list.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { Config } from '../config/config.ts';

/** How many people have each role; null where another service looks after the accounts. */
export function peopleOf(
  { identity, appKey }: Pick<Config, 'identity' | 'appKey'>,
  { identityPool }: Pick<Database, 'identityPool'>,
): () => Promise<ReadonlyMap<string, number> | null> {
  if (identity.provider === 'clerk') return async () => null;
  const accounts = createAccessList(identityPool);
  return async () => {
    const roles = (await accounts.list(appKey)).flatMap(({ role }) => (role === null ? [] : [role]));
    const counts = new Map<string, number>();
    for (const role of roles.toSorted()) counts.set(role, (counts.get(role) ?? 0) + 1);
    return counts;
  };
}
