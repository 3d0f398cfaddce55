import type { ExpiredRows } from '../../ports/expired-rows.ts';
import { endForgotten } from './call-exports/store.ts';
import type { Database } from './database.ts';
import { openTransaction } from './open-transaction.ts';

/**
 * Tokens of voice sockets: nobody can open another conversation of a call that ended long ago, used or not. One that was
 * used and not closed says that its server died, and stays.
 */
const streamTokens = `
  delete from voice_passes where expires_at < $1 and (used_at is null or closed_at is not null) returning digest`;

/** How an export of calls went is looked at while it runs and shortly after. */
const callExports = 'delete from call_exports where created_at < $1 returning id';

/** In the tables of the sign-in provider, which ignores expired rows and removes only those that it happens to read. */
const ofIdentity = {
  'identity.sign_in_attempts': 'delete from identity.sign_in_attempts where last_attempt_at < $1',
  'identity.session': 'delete from identity."session" where "expiresAt" < $1',
  'identity.ended_session': 'delete from identity.ended_session where ended_at < $1',
  // Of accounts that are gone; a token of one that exists must never have a lower version than another before it.
  'identity.access_version': `delete from identity.access_version v where changed_at < $1
    and not exists (select from identity."user" u where u."id" = v.user_id)`,
  // Kept for a while after they were used or have expired, so that whoever opens the link again is told what happened.
  'identity.invitation': `delete from identity.invitation
    where greatest(expires_at, used_at) < $1::timestamptz - interval '30 days'`,
  'identity.verification': 'delete from identity."verification" where "expiresAt" < $1',
  'identity.rateLimit':
    'delete from identity."rateLimit" where "lastRequest" < extract(epoch from $1::timestamptz) * 1000',
};

export function createExpiredRows(database: Pick<Database, 'asSystem' | 'identityPool'>): ExpiredRows {
  return {
    remove: async (before) => {
      const removed: Record<string, number> = {};
      const { rows } = await database.asSystem((tx) =>
        openTransaction(tx).executeSql(streamTokens, [before]),
      );
      removed.voice_passes = rows.length;
      const exports = await database.asSystem(async (tx) => {
        await endForgotten(tx, null);
        return openTransaction(tx).executeSql(callExports, [before]);
      });
      removed.call_exports = exports.rows.length;
      for (const [table, text] of Object.entries(ofIdentity)) {
        const { rowCount } = await database.identityPool.query(text, [before]);
        removed[table] = rowCount ?? 0;
      }
      return removed;
    },
  };
}
