import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { LoginAttempts } from '../../ports/accounts.ts';

const attemptsAllowed = 5;
const lockSeconds = 15 * 60;

/** After this nothing tells one address from another any more, so nothing is kept. */
const forgottenAfterSeconds = 24 * 60 * 60;

/** Attempts that meet a lock do not prolong it: it ends by itself, whoever keeps knocking. */
const takeStatement = `
  insert into identity.login_lock as l (email_digest, attempts, last_attempt_at) values ($1, 1, now())
  on conflict (email_digest) do update set
    attempts = case when l.last_attempt_at < now() - make_interval(secs => $3) then 1 else l.attempts + 1 end,
    last_attempt_at = now()
  where l.attempts < $2 or l.last_attempt_at < now() - make_interval(secs => $3)
  returning attempts`;

export function createLoginAttempts(pool: pg.Pool): LoginAttempts {
  return {
    async take(email) {
      const digest = digestOf(email);
      const { rowCount } = await pool.query(takeStatement, [digest, attemptsAllowed, lockSeconds]);
      if (rowCount === 1) return null;
      const { rows } = await pool.query<{ seconds: number }>(
        `select ceil(extract(epoch from last_attempt_at + make_interval(secs => $2) - now()))::int as seconds
         from identity.login_lock where email_digest = $1`,
        [digest, lockSeconds],
      );
      return Math.max(rows[0]?.seconds ?? 1, 1);
    },
    async giveBack(email) {
      await pool.query(
        'update identity.login_lock set attempts = attempts - 1 where email_digest = $1 and attempts > 0',
        [digestOf(email)],
      );
    },
    async forget(email) {
      await pool.query(
        `delete from identity.login_lock
         where email_digest = $1 or last_attempt_at < now() - make_interval(secs => $2)`,
        [digestOf(email), forgottenAfterSeconds],
      );
    },
  };
}

function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
