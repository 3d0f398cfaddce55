import type { Caller } from '../../../ports/caller.ts';
import type { Colleagues, DeskPeopleStore } from '../../../ports/follow-ups.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** Whoever looks often is written down once in this time. */
const seenAgainMs = 60 * 60_000;

export function createDeskPeople(database: Database): DeskPeopleStore {
  return {
    seen: (caller, at) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId, displayName, email } = caller;
        const since = new Date(at.getTime() - seenAgainMs).toISOString();
        await tx.execute(sql`
          insert into desk_people (tenant_id, user_id, display_name, email, seen_at)
          values (${tenantId}, ${userId}, ${displayName}, ${email}, ${at.toISOString()}::timestamptz)
          on conflict (tenant_id, user_id) do update
            set display_name = excluded.display_name, email = excluded.email, seen_at = excluded.seen_at
            where desk_people.seen_at < ${since}::timestamptz or desk_people.display_name <> excluded.display_name
              or desk_people.email is distinct from excluded.email`);
        return colleagues(tx, caller);
      }),

    list: (caller) => database.forTenant(caller.tenantId, (tx) => colleagues(tx, caller)),

    setUrgentMail: async ({ tenantId, userId, displayName, email }, mailUrgent, at) => {
      await database.forTenant(tenantId, (tx) =>
        tx.execute(sql`
          insert into desk_people (tenant_id, user_id, display_name, email, mail_urgent, seen_at)
          values (${tenantId}, ${userId}, ${displayName}, ${email}, ${mailUrgent}, ${at.toISOString()}::timestamptz)
          on conflict (tenant_id, user_id) do update set mail_urgent = excluded.mail_urgent, email = excluded.email,
            display_name = excluded.display_name, seen_at = excluded.seen_at`),
      );
    },
  };
}

async function colleagues(tx: Transaction, { tenantId, userId }: Caller): Promise<Colleagues> {
  const { rows } = await tx.execute<{ id: string; displayName: string; mailUrgent: boolean }>(sql`
    select user_id as id, display_name as "displayName", mail_urgent as "mailUrgent" from desk_people
    where tenant_id = ${tenantId} order by lower(display_name), user_id limit 500`);
  return {
    people: rows.map(({ id, displayName }) => ({ id, displayName })),
    mailUrgent: rows.some(({ id, mailUrgent }) => id === userId && mailUrgent),
  };
}

/** The name of somebody who works with follow-ups; null: nobody known. */
export async function deskPerson(tx: Transaction, tenantId: string, userId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select display_name as name from desk_people where tenant_id = ${tenantId} and user_id = ${userId}`,
  );
  return rows[0]?.name ?? null;
}
