import type { SeenPeople, SeenPerson } from '../../../ports/people.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';

const mostListed = 2_000;

export function createSeenPeople(database: Database): SeenPeople {
  return {
    note: async (tenantId, { id, name, email, role, seenAt }) => {
      await database.forTenant(tenantId, (tx) =>
        tx.execute(sql`
          insert into seen_people (tenant_id, user_id, display_name, email, role, seen_at)
          values (${tenantId}, ${id}, ${name}, ${email}, ${role}, ${seenAt.toISOString()}::timestamptz)
          on conflict (tenant_id, user_id) do update set display_name = excluded.display_name, email = excluded.email,
            role = excluded.role, seen_at = excluded.seen_at`),
      );
    },
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<Omit<SeenPerson, 'seenAt'> & { seenAt: string }>(sql`
          select user_id as id, display_name as name, email, role, seen_at as "seenAt" from seen_people
          where tenant_id = ${tenantId} order by lower(display_name), user_id limit ${mostListed}`);
        return rows.map((row) => ({ ...row, seenAt: new Date(row.seenAt) }));
      }),
  };
}
