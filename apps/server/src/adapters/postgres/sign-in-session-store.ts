import { defaultIdleMinutes } from '@parley/contract';
import type pg from 'pg';
import { currentOrigin } from '../../lib/request-origin.ts';
import type { SignInSession, SignInSessions } from '../../ports/sign-in-sessions.ts';

/** Accounts belong to the deployment, and what its organization decides about signing in counts for all of them. */
const idleMinutes = `coalesce((select idle_minutes from public.sign_in_policies where tenant_id = $2), ${defaultIdleMinutes})`;
/** A minute later than pages, which sign out by themselves: what somebody does in their last second still counts. */
const isIdle = `"lastActiveAt" < now() - make_interval(mins => ${idleMinutes} + 1)`;

const endIdleStatement = `
  with ended as (
    delete from identity."session" where "token" = $1 and ${isIdle} returning "id"
  )
  insert into public.audit_log (tenant_id, actor, action, subject, data)
  select $2, 'system', 'session.ended', "id"::text, '{"why": "idle"}' from ended`;

/** Written at most every quarter of a minute, however many tabs ask. */
const noteUseStatement = `
  update identity."session" set "lastActiveAt" = now() - make_interval(secs => $3)
  where "token" = $1 and "lastActiveAt" < now() - make_interval(secs => $3 + 15) and not (${isIdle})`;

const listStatement = `
  select "id", "createdAt", "lastActiveAt", "ipAddress" as address, "userAgent"
  from identity."session" where "userId" = $1 and "expiresAt" > now() and not (${isIdle})
  order by "lastActiveAt" desc, "id"`;

const endStatement = (which: string) => `
  with ended as (
    delete from identity."session" where "userId" = $1 and "id" ${which} $2 returning "id"
  )
  insert into public.audit_log (tenant_id, actor, action, subject, address)
  select $3, $1::text, 'session.ended', "id"::text, $4::text from ended`;

const requiredStatement =
  'select from public.sign_in_policies where tenant_id = $1 and second_factor_required';

const lacksStatement = `${requiredStatement}
  and not exists (select from identity.second_factor where user_id = $2 and confirmed_at is not null)`;

export function createSignInSessions(pool: pg.Pool, tenantId: string): SignInSessions {
  const ended = (userId: string, sessionId: string) => [
    ...[userId, sessionId, tenantId],
    currentOrigin()?.address ?? null,
  ];
  return {
    async use(token, idleSeconds) {
      const { rowCount } = await pool.query(noteUseStatement, [token, tenantId, idleSeconds]);
      if (rowCount === 0) await pool.query(endIdleStatement, [token, tenantId]);
    },
    async list(userId) {
      const { rows } = await pool.query<SignInSession>(listStatement, [userId, tenantId]);
      return rows;
    },
    async end(userId, sessionId) {
      const { rowCount } = await pool.query(endStatement('='), ended(userId, sessionId));
      return rowCount === 1;
    },
    async endOthers(userId, sessionId) {
      const { rowCount } = await pool.query(endStatement('<>'), ended(userId, sessionId));
      return rowCount ?? 0;
    },
    async lacksSecondFactor(userId) {
      const { rowCount } = await pool.query(lacksStatement, [tenantId, userId]);
      return rowCount === 1;
    },
    async isSecondFactorRequired() {
      const { rowCount } = await pool.query(requiredStatement, [tenantId]);
      return rowCount === 1;
    },
  };
}
