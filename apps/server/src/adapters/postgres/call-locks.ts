import type { Statement } from './database.ts';

/**
 * Locks several calls for an update that follows in the same transaction, in the order of their ids: statements that meet
 * wait for each other and never in a circle. A statement of its own, because an update that locks and writes in one goes
 * by what was stored before it waited.
 */
export function lockCalls(ids: readonly string[]): Statement {
  return {
    name: 'lock-calls',
    text: 'select id from calls where id = any ($1::uuid[]) order by id for no key update',
    values: [ids],
  };
}
