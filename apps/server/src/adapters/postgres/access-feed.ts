import type pg from 'pg';
import type { AccessChange, AccessFeed } from '../../ports/access-changes.ts';
import type { NoticeConnection } from './notice-connection.ts';

/** Triggers of the migration notify on it. */
const accessChannel = 'parley_access';

/** Longer than a token lives, on servers whose clocks differ. */
const recentStatement = `
  select user_id::text as "userId", version, null as "sessionId" from identity.access_version
  where changed_at > now() - interval '5 minutes'
  union all
  select null, null, session_id::text from identity.ended_session where ended_at > now() - interval '5 minutes'`;

export function createAccessFeed(pool: pg.Pool, notices: NoticeConnection): AccessFeed {
  return {
    listen: ({ onChange, onGap }) =>
      notices.listen(accessChannel, {
        onNotice: (payload) => onChange(JSON.parse(payload) as AccessChange),
        onGap,
      }),
    recent: async () => {
      const { rows } = await pool.query<{ userId: string; version: number; sessionId: string | null }>(
        recentStatement,
      );
      return rows.map(({ userId, version, sessionId }) =>
        sessionId === null ? { userId, version } : { sessionId },
      );
    },
  };
}
