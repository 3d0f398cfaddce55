import { createHash } from 'node:crypto';
import { limits, type Role } from '@parley/contract';
import type pg from 'pg';
import type { InvitationState, InvitationStore, StoredInvitation } from '../../../ports/people.ts';
import { inIdentityTransaction } from '../identity-transaction.ts';
import { isUuid } from '../uuid.ts';
import { writeAudit } from './audit.ts';

interface InvitationRow {
  readonly id: string;
  readonly role: Role;
  readonly email: string | null;
  readonly expiresAt: Date;
  readonly state: 'open' | 'used' | 'expired' | 'claimed';
  readonly claimedBy: string | null;
}

/** Longer than creating an account takes; after a crash the link works again. */
const claimSeconds = 30;

const foundStatement = `
  select id::text as id, role, email, expires_at as "expiresAt", claimed_by as "claimedBy",
    case when used_at is not null then 'used' when expires_at <= now() then 'expired'
      when claimed_until > now() then 'claimed' else 'open' end as state
  from identity.invitation where digest = $1 and app_key = $2`;

const listedColumns = `
  select i.id::text as id, i.role, i.email, i.created_at as "createdAt", i.expires_at as "expiresAt",
    i.expires_at <= now() as expired, u."name" as "createdByName"
  from identity.invitation i left join identity."user" u on u."id" = i.created_by`;

export function createInvitationStore(pool: pg.Pool, appKey: string): InvitationStore {
  const found = async (client: pg.ClientBase | pg.Pool, token: string, lock = false) => {
    const { rows } = await client.query<InvitationRow>(`${foundStatement}${lock ? ' for update' : ''}`, [
      digestOf(token),
      appKey,
    ]);
    return rows[0] ?? null;
  };

  /** The row stays locked until the transaction ends: of many who use one link at once, one finds it open. */
  const use = async (
    client: pg.ClientBase,
    row: InvitationRow,
    { userId }: { readonly userId: string },
  ): Promise<InvitationState> => {
    await client.query(
      `update identity.invitation
       set used_at = now(), used_by = $2, email = null, claimed_by = null, claimed_until = null where id = $1`,
      [row.id, userId],
    );
    await client.query(
      `insert into identity.membership (user_id, app_key, role) values ($1, $2, $3)
       on conflict (user_id, app_key) do update set role = excluded.role`,
      [userId, appKey, row.role],
    );
    const data = { app: appKey, role: row.role, invitation: row.id };
    await writeAudit(client, { actor: userId, action: 'invitation.accepted', subject: userId, data });
    return open(row);
  };

  return {
    create: (actor, { token, role, email, days }) =>
      inIdentityTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          `insert into identity.invitation (app_key, digest, role, email, created_by, expires_at)
           select $1, $2, $3, $4, $5, now() + make_interval(days => $6)
           where (select count(*) from identity.invitation
             where app_key = $1 and used_at is null and expires_at > now()) < $7
           returning id::text as id`,
          [appKey, digestOf(token), role, email, actor, days, limits.invitationsMax],
        );
        const id = rows[0]?.id;
        if (id === undefined) return null;
        await writeAudit(client, { actor, action: 'invitation.created', subject: id, data: { role } });
        const listed = await client.query<StoredInvitation>(`${listedColumns} where i.id = $1`, [id]);
        return listed.rows[0] ?? null;
      }),

    list: async () => {
      const { rows } = await pool.query<StoredInvitation>(
        `${listedColumns} where i.app_key = $1 and i.used_at is null order by i.created_at desc, i.id
         limit ${2 * limits.invitationsMax}`,
        [appKey],
      );
      return rows;
    },

    withdraw: async (actor, id) => {
      if (!isUuid(id)) return false;
      return inIdentityTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          'delete from identity.invitation where id = $1 and app_key = $2 and used_at is null',
          [id, appKey],
        );
        if (rowCount === 0) return false;
        await writeAudit(client, { actor, action: 'invitation.withdrawn', subject: id });
        return true;
      });
    },

    look: async (token) => {
      const row = await found(pool, token);
      return row?.state === 'claimed' ? open(row) : stateOf(row);
    },

    claim: (token, email) =>
      inIdentityTransaction(pool, async (client) => {
        const row = await found(client, token, true);
        if (row?.state !== 'open') return stateOf(row);
        if (row.email !== null && row.email !== email) return { kind: 'other account' };
        await client.query(
          `update identity.invitation
           set claimed_by = $2, claimed_until = now() + make_interval(secs => ${claimSeconds}) where id = $1`,
          [row.id, email],
        );
        return stateOf(row);
      }),

    release: async (token, email) => {
      await pool.query(
        `update identity.invitation set claimed_by = null, claimed_until = null
         where digest = $1 and app_key = $2 and claimed_by = $3 and used_at is null`,
        [digestOf(token), appKey, email],
      );
    },

    finish: (token, account) =>
      inIdentityTransaction(pool, async (client) => {
        const row = await found(client, token, true);
        const own = row?.state === 'claimed' && row.claimedBy === account.email;
        if (row === null || !(own || row.state === 'open')) return stateOf(row);
        return use(client, row, account);
      }),

    accept: (token, account) =>
      inIdentityTransaction(pool, async (client) => {
        const row = await found(client, token, true);
        if (row?.state !== 'open') return stateOf(row);
        if (row.email !== null && row.email !== account.email) return { kind: 'other account' };
        const { rowCount } = await client.query(
          'select from identity.membership where user_id = $1 and app_key = $2',
          [account.userId, appKey],
        );
        return rowCount === 0 ? use(client, row, account) : { kind: 'already member' };
      }),
  };
}

function stateOf(row: InvitationRow | null): InvitationState {
  if (row === null) return { kind: 'missing' };
  if (row.state === 'open') return open(row);
  // Somebody is creating an account with it at this moment.
  return { kind: row.state === 'claimed' ? 'used' : row.state };
}

function open({ role, email, expiresAt }: InvitationRow): InvitationState {
  return { kind: 'open', role, email, expiresAt };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
