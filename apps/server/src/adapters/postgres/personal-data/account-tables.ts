import type { RegisteredTable } from './registered-table.ts';

const deleted = { kind: 'delete' } as const;
const withAccount = { kind: 'goes with', table: 'identity.user' } as const;

/** Accounts of the built-in sign-in, for the whole deployment; $1 is the id of the account. */
export const accountTables: readonly RegisteredTable[] = [
  {
    table: 'identity.session',
    columns: { token: 'credential', ipAddress: 'network address', userAgent: 'none' },
    byUser: { where: '"userId"::text = $1', action: withAccount },
  },
  {
    table: 'identity.account',
    columns: {
      ...{ accountId: 'user id', providerId: 'none', scope: 'none', password: 'credential' },
      ...{ accessToken: 'credential', refreshToken: 'credential', idToken: 'credential' },
    },
    byUser: { where: '"userId"::text = $1', action: withAccount },
  },
  {
    table: 'identity.membership',
    columns: { app_key: 'none', role: 'none' },
    byUser: { where: 'user_id::text = $1', action: withAccount },
  },
  {
    table: 'identity.recovery_code',
    columns: { digest: 'credential' },
    byUser: { where: 'user_id::text = $1', action: withAccount },
  },
  {
    table: 'identity.second_factor',
    columns: { key_id: 'none', sealed: 'credential' },
    byUser: { where: 'user_id::text = $1', action: withAccount },
  },
  {
    table: 'identity.verification',
    columns: { identifier: 'credential', value: 'user id' },
    byUser: { where: '"value" = $1', action: deleted },
  },
  {
    table: 'identity.sign_in_attempts',
    columns: { digest: 'email', account_digest: 'email' },
    byUser: {
      // As `login-attempts.ts` computes it.
      where: `account_digest = (
        select rtrim(translate(encode(sha256(convert_to('["account",' || to_json(lower("email"))::text || ']', 'UTF8')), 'base64'), '+/', '-_'), '=')
        from identity."user" where "id"::text = $1)`,
      action: deleted,
    },
  },
  {
    table: 'identity.invitation',
    columns: { app_key: 'none', digest: 'credential', role: 'none', email: 'email', claimed_by: 'email' },
    byUser: {
      where: `(used_by::text = $1
        or (select lower("email") from identity."user" where "id"::text = $1) in (email, claimed_by))`,
      action: deleted,
    },
  },
  {
    table: 'identity.user',
    columns: { name: 'name', email: 'email', image: 'none', firstName: 'name', lastName: 'name' },
    byUser: { where: '"id"::text = $1', action: deleted },
  },
  {
    table: 'identity.rateLimit',
    columns: { key: 'network address' },
    none: 'network addresses of the last minutes, of nobody in particular; overwritten',
  },
  {
    table: 'identity.login_lock',
    columns: { email_digest: 'email' },
    none: 'not used any more',
  },
  {
    table: 'identity.first_account',
    columns: {},
    none: 'an id, which names nobody once the account is gone',
  },
  {
    table: 'identity.sign_up',
    columns: { app_key: 'none', policy: 'none' },
    none: 'who may create an account, and the id of whoever set it',
  },
  {
    table: 'identity.access_version',
    columns: {},
    none: 'an id and a count; removed after the account is gone',
  },
  {
    table: 'identity.ended_session',
    columns: {},
    none: 'ids of sessions that ended, for a day',
  },
  {
    table: 'identity.jwks',
    columns: { publicKey: 'none', privateKey: 'credential', alg: 'none', crv: 'none' },
    none: 'keys that sign tokens',
  },
  {
    table: 'identity.auth_secret',
    columns: {
      ...{ digest: 'credential', secret_id: 'none', next_id: 'none', next_digest: 'credential' },
      ...{ sealed_for_next: 'credential', previous_id: 'none', previous_sealed: 'credential' },
    },
    none: 'which AUTH_SECRET the database belongs to',
  },
];
