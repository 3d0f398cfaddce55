import type pg from 'pg';

/**
 * The figures again, from the tables themselves and with nothing of what counts them: what is over, what failed, where a
 * length or a latency belongs is written here a second time, in SQL. Needs a role that sees every row.
 */
const scan = `
  with bounds as (
    select array_agg(round(50 * 1.1 ^ n) order by n)::float8[] as latencies from generate_series(0, 73) as n
  ), zones as (
    select tenants.id as tenant_id, coalesce(organizations.time_zone, 'UTC') as zone
    from tenants left join organizations on organizations.tenant_id = tenants.id
  ), taken as (
    select calls.*, created_at at time zone zone as local, case carrier when 'lab' then 'sandbox' else 'real' end as side,
      status in ('completed', 'busy', 'no-answer', 'failed', 'canceled') as over,
      answered_at is not null and coalesce(reason, '') not in ('voicemail', 'voicemail_left') as spoken,
      greatest(coalesce(duration, 0), 0) as seconds
    from calls join zones using (tenant_id) where mode = 'live'
  ), with_result as (
    select *, case when not over then 'open' when outcome_result is not null then outcome_result
      when status = 'failed' then 'failed' when spoken then 'unknown' else 'unanswered' end as result
    from taken
  ), facts as (
    select tenant_id, local::date as day, side, 'result' as kind, result as key, 1 as counted, 0::bigint as amount
      from with_result
    union all select tenant_id, local::date, side, 'direction', direction, 1, 0 from with_result
    union all select tenant_id, local::date, side, 'hour', to_char(local, 'HH24'), 1, case when spoken then 1 else 0 end
      from with_result where over and direction = 'outbound'
    union all select tenant_id, local::date, side, 'answered', '', 1, seconds from with_result where over and spoken
    union all select tenant_id, local::date, side, 'length',
      (width_bucket(seconds, array[0, 15, 30, 60, 120, 180, 300, 600, 1200, 1800]) - 1)::text, 1, seconds
      from with_result where over and spoken
    union all select tenant_id, local::date, side, 'group',
      json_build_array(agent_id, agent_version, template_id, result)::text, 1, 0 from with_result where over
    union all select tenant_id, local::date, side, 'failure', coalesce(reason, ''), 1, 0 from with_result
      where over and case when reason is null then status <> 'completed' else reason not in
        ('do_not_call', 'ended_by_user', 'transferred', 'silence', 'max_length', 'after_hours', 'wrong_number') end
    union all select tenant_id, local::date, side, 'latency', engine || ' ' || width_bucket(
        greatest((turn ->> 'firstSpeechMs')::float8 - coalesce((turn ->> 'toolMs')::float8, 0), 0), latencies), 1, 0
      from with_result, bounds, jsonb_array_elements(turns) as turn
      where over and turn ->> 'firstSpeechMs' is not null
    union all select tenant_id, local::date, side, 'cost', currency || ' carrier ' || carrier_state, 1, carrier_micros
      from with_result join call_costs using (tenant_id)
      where call_costs.call_id = with_result.id and carrier_state <> 'none'
    union all select tenant_id, local::date, side, 'cost', currency || ' model ' || model_state, 1, model_micros
      from with_result join call_costs using (tenant_id)
      where call_costs.call_id = with_result.id and model_state <> 'none'
    union all select tenant_id, (created_at at time zone zone)::date, '', 'follow-up', 'opened', 1, 0
      from follow_ups join zones using (tenant_id)
    union all select tenant_id, (closed_at at time zone zone)::date, '', 'follow-up', 'closed', 1, 0
      from follow_ups join zones using (tenant_id) where closed_at is not null
    union all select tenant_id, (created_at at time zone zone)::date, '', 'opt-out', '', 1, 0
      from do_not_call join zones using (tenant_id) where source = 'call'
  )
  select tenant_id, day::text, side, kind, replace(key, ', ', ',') as key, sum(counted)::int as counted,
    sum(amount)::bigint as amount
  from facts group by 1, 2, 3, 4, 5`;

const stored = `
  select tenant_id, day::text, side, kind, key, counted::int as counted, amount::bigint as amount from report_days
  where counted <> 0 or amount <> 0`;

type Queries = Pick<pg.ClientBase, 'query'>;

async function lines(client: Queries, text: string): Promise<string[]> {
  const { rows } = await client.query(text);
  const written = rows.map(
    ({ tenant_id, day, side, kind, key, counted, amount }) =>
      `${tenant_id} ${day} ${side} ${kind} ${key}: ${counted}, ${amount}`,
  );
  return written.toSorted();
}

/** One line for each sum, in order. */
export const scannedSums = (client: Queries) => lines(client, scan);
export const countedSums = (client: Queries) => lines(client, stored);
