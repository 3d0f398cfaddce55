import type { Statement } from './database.ts';

/**
 * Locks several calls for an update that follows in the same transaction, in the order of their ids so that two such
 * transactions cannot deadlock. A separate statement: an update that waits for a lock decides by the rows as they were
 * before it waited.
 */
export function lockCalls(ids: readonly string[]): Statement {
  return {
    name: 'lock-calls',
    text: 'select id from calls where id = any ($1::uuid[]) order by id for no key update',
    values: [ids],
  };
}
