import type { UrgentMails } from '../../../ports/follow-ups.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';

export function createUrgentMails(database: Database): UrgentMails {
  return {
    recipients: (tenantId, followUpId, since) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ userId: string; email: string }>(sql`
          select user_id as "userId", email from desk_people
          where tenant_id = ${tenantId} and mail_urgent and email is not null
            and seen_at > ${since.toISOString()}::timestamptz
            and exists (
              select from follow_ups where tenant_id = ${tenantId} and id = ${followUpId} and urgent and state = 'open')
          order by user_id`);
        return rows;
      }),

    begin: (tenantId, followUpId, userId) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute(sql`
          insert into follow_up_mails (tenant_id, follow_up_id, user_id, state)
          select tenant_id, id, ${userId}, 'sending' from follow_ups
          where tenant_id = ${tenantId} and id = ${followUpId}
          on conflict do nothing returning 1`);
        return rows.length > 0;
      }),

    finish: async (tenantId, followUpId, userId, state) => {
      await database.asSystem((tx) =>
        tx.execute(sql`
          update follow_up_mails set state = ${state}, at = now()
          where tenant_id = ${tenantId} and follow_up_id = ${followUpId} and user_id = ${userId}`),
      );
    },

    takeBack: async (tenantId, followUpId, userId) => {
      await database.asSystem((tx) =>
        tx.execute(sql`
          delete from follow_up_mails
          where tenant_id = ${tenantId} and follow_up_id = ${followUpId} and user_id = ${userId} and state = 'sending'`),
      );
    },
  };
}
