import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Attempt, LoginAttempts } from '../../ports/accounts.ts';
import { networkOf } from './network-address.ts';

interface Counter {
  readonly digest: string;
  readonly account: string | null;
  readonly most: number;
  readonly seconds: number;
}

const minute = 60;

/**
 * The counters of an attempt. Address with account, so that nobody can lock out somebody else. Address alone, against
 * trying one password on every account. Account alone, with a higher limit, against guesses from many addresses. A
 * browser that has signed in to the account before has only a counter of its own.
 */
function countersOf(attempt: Attempt): Counter[] {
  if (attempt.kind === 'sign-up') {
    const digest = digestOf('sign-up', networkOf(attempt.address));
    return [{ digest, account: null, most: 10, seconds: 60 * minute }];
  }
  const email = attempt.email.toLowerCase();
  const account = digestOf('account', email);
  if (attempt.kind === 'password')
    return [{ digest: digestOf('password', email), account, most: 5, seconds: 15 * minute }];
  if (attempt.kind === 'code') return codeCounters(attempt, email, account);
  const address = networkOf(attempt.address);
  if (attempt.device !== null) {
    return [{ digest: digestOf('device', attempt.device, email), account, most: 5, seconds: 15 * minute }];
  }
  return [
    { digest: digestOf('both', address, email), account, most: 5, seconds: 15 * minute },
    { digest: digestOf('address', address), account: null, most: 50, seconds: 15 * minute },
    { digest: account, account, most: 25, seconds: 60 * minute },
  ];
}

/** Before the digest of a counter of codes: somebody who knows the password must not set them back by signing in. */
const codePrefix = 'code:';

/** Three codes among a million count at a time: with ten guesses an hour finding one takes years. */
function codeCounters(
  { address, device }: Extract<Attempt, { kind: 'code' }>,
  email: string,
  account: string,
): Counter[] {
  const digest = (...parts: string[]) => codePrefix + digestOf(...parts, email);
  if (device !== null) return [{ digest: digest('device', device), account, most: 5, seconds: 15 * minute }];
  return [
    { digest: digest('both', networkOf(address)), account, most: 5, seconds: 15 * minute },
    { digest: digest('account'), account, most: 10, seconds: 60 * minute },
  ];
}

/** Attempts during a lock do not prolong it. */
const takeStatement = `
  insert into identity.sign_in_attempts as a (digest, account_digest, attempts, started_at, last_attempt_at)
  values ($1, $2, 1, now(), now())
  on conflict (digest) do update set
    attempts = case when a.started_at < now() - make_interval(secs => $4) then 1 else a.attempts + 1 end,
    started_at = case when a.started_at < now() - make_interval(secs => $4) then now() else a.started_at end,
    last_attempt_at = now()
  where a.attempts < $3 or a.last_attempt_at < now() - make_interval(secs => $4)`;

const lockedStatement = `
  select ceil(extract(epoch from last_attempt_at + make_interval(secs => $2) - now()))::int as seconds
  from identity.sign_in_attempts where digest = $1`;

const giveBackStatement =
  'update identity.sign_in_attempts set attempts = attempts - 1 where digest = any($1) and attempts > 0';

export function createLoginAttempts(pool: pg.Pool): LoginAttempts {
  const refund = async (counters: readonly Counter[]) => {
    await pool.query(giveBackStatement, [counters.map(({ digest }) => digest)]);
  };
  return {
    async consume(attempt) {
      const taken: Counter[] = [];
      for (const counter of countersOf(attempt)) {
        const { digest, account, most, seconds } = counter;
        const { rowCount } = await pool.query(takeStatement, [digest, account, most, seconds]);
        if (rowCount !== 1) {
          await refund(taken);
          const { rows } = await pool.query<{ seconds: number }>(lockedStatement, [digest, seconds]);
          return Math.max(rows[0]?.seconds ?? 1, 1);
        }
        taken.push(counter);
      }
      return null;
    },
    refund: (attempt) => refund(countersOf(attempt)),
    async reset(email) {
      const account = digestOf('account', email.toLowerCase());
      await pool.query(
        'delete from identity.sign_in_attempts where account_digest = $1 and not starts_with(digest, $2)',
        [account, codePrefix],
      );
    },
    async resetCodes(email) {
      const account = digestOf('account', email.toLowerCase());
      await pool.query(
        'delete from identity.sign_in_attempts where account_digest = $1 and starts_with(digest, $2)',
        [account, codePrefix],
      );
    },
  };
}

function digestOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
