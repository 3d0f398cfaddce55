import type pg from 'pg';

/** Open follow-ups, each due a minute after the one before; one in ten is urgent. */
export async function generateFollowUps(owner: pg.Client, count: number, tenant: string): Promise<void> {
  await owner.query(
    `insert into follow_ups (tenant_id, id, source_key, reason, urgent, number, what, due_at)
     select $1, gen_random_uuid(), 'hand/' || n, 'callback', n % 10 = 0, '+1500555' || lpad((n % 10000)::text, 4, '0'),
       'Wants to be called back about visit ' || n || ', in the morning if that is possible.', now() + n * interval '1 minute'
     from generate_series(1, $2) as n`,
    [tenant, count],
  );
}
