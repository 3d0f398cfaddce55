import type { NumberSource } from '../../../ports/webhooks.ts';

/** The statements of `deliveries.ts`. Every time is a parameter: that of the server which decides, never the database's. */

export const wantingText = `
  select id from webhook_endpoints where tenant_id = $1 and off_reason is null and $2 = any (events)`;

/**
 * Not for an endpoint that was deleted or switched off meanwhile, and not where facts of a call are told that is gone: it
 * may have been erased since they were read. Otherwise ids of calls that are gone are left out.
 */
const add = (source: string, isThere: string) => `
  with ${source}call as (
    select id from calls where tenant_id = $1 and id = $7::uuid and (mode = 'live' or not $11::boolean)
  ), added as (
    insert into webhook_deliveries
      (tenant_id, endpoint_id, id, event_id, type, queue, call_id, number, body, next_at, created_at)
    select $1::text, endpoint.id, given.id, $4::bigint, $5::text, $6::text,
      (select id from call), $8::text, $9::text, $10::timestamptz, $10::timestamptz
    from unnest($2::uuid[], $3::uuid[]) as given (endpoint_id, id)
    join webhook_endpoints as endpoint on endpoint.tenant_id = $1 and endpoint.id = given.endpoint_id
      and endpoint.off_reason is null
    where (not $11::boolean or exists (select from call)) and ${isThere}
    on conflict (tenant_id, endpoint_id, event_id) do nothing
  )
  select (not $11::boolean or exists (select from call)) and ${isThere} as counts`;

export const addText = add('', 'true');

/**
 * The same where the number was read from something else than the call, which still has to have it. That is locked: an
 * erasure that is under way is waited for, and one that comes later finds the delivery. The key ends with an order, as in
 * of-number.ts: there is one for each number of a file and each person whom a campaign leaves out.
 */
const addNumberOf = (table: string, key: string) =>
  add(
    `source as (
    select 1 from ${table} where tenant_id = $1 and number is not distinct from $8::text and ${key} for share
  ), `,
    'exists (select from source)',
  );
const ofId = 'id between $12::uuid and $12::uuid order by id';
export const addNumberOfText: Readonly<Record<NumberSource['kind'], string>> = {
  listed: addNumberOf('do_not_call', ofId),
  'follow-up': addNumberOf('follow_ups', ofId),
  recipient: addNumberOf(
    'recipients',
    'campaign_id = $12::uuid and row between $13::int and $13::int order by row',
  ),
};

/**
 * 1 for what comes in thousands: the numbers of a file, the people whom a campaign leaves out. Those of a call are not meant,
 * because later events of the call wait for them. Written as the index has it.
 */
const bulk =
  "(case when type in ('dnc.added', 'recipient.suppressed') and call_id is null then 1 else 0 end)";

/**
 * The first of each queue that is due, the longest waiting first. Whether another is before it is looked up for each, in the
 * order of an index: as a join it reads everything that waits, where the statistics are older than that (decision 074). For
 * the same reason the row is changed by its place in the table. A row that somebody changed after the statement began has
 * another place by then, and is left to the next claim.
 */
const dueOf = (kind: 0 | 1, room: string) => `
        select delivery.ctid as row_place, next_at, event_id from webhook_deliveries as delivery
        where tenant_id = endpoint.tenant_id and endpoint_id = endpoint.id and state = 'waiting' and next_at <= $1
          and ${bulk} = ${kind} and (lease_until is null or lease_until <= $1)
          and (
            select before.event_id from webhook_deliveries as before
            where before.tenant_id = delivery.tenant_id and before.endpoint_id = delivery.endpoint_id
              and before.queue = delivery.queue and before.state = 'waiting' and before.event_id < delivery.event_id
            order by before.queue, before.event_id limit 1) is null
        order by next_at, event_id limit greatest(${room}, 0)
        for update skip locked`;

/**
 * What is due. Endpoints take turns in no fixed order, so that those with much to send do not hold up others; one that
 * fails gets one at a time, so that its time-outs do not take the room of the rest. Nor do the endpoints of one
 * organization take all the room of a server, nor what comes in thousands that of its endpoint: it has as many places as the
 * other events, and never all. An endpoint to which nothing is being sent has a place whatever the others of its
 * organization hold ($3: places, $11: places for those as well). Rows for which there is no place are not locked: another
 * server may have one. Where there is one place for both kinds, chance decides: by kind or by time, those that fail could keep
 * it from those that would be accepted, and the endpoint would never count as working again.
 */
export const claimText = `
  with with_own_room as (
    select tenant_id, id, address, revision, earlier_secret_until, coalesce(held.bulk, 0) as bulk_held,
      coalesce(held.sending, 0) - coalesce(held.bulk, 0) as other_held,
      case when failing_since is null then $4::int else 1 end - coalesce(held.sending, 0) as own_room,
      $8::int - coalesce(sum(held.sending) over (partition by tenant_id), 0) as tenant_room,
      held.sending is null as is_idle
    from webhook_endpoints
    left join unnest($5::uuid[], $6::int[], $9::int[]) as held (endpoint_id, sending, bulk) on held.endpoint_id = id
    where off_reason is null
  ), endpoint as materialized (
    select *,
      case when tenant_room > 0 and $3::int > 0 then own_room when is_idle then least(own_room, 1) else 0 end as room
    from with_own_room
  ), found as (
    select endpoint.tenant_id as of_tenant, row_place, address, revision, earlier_secret_until, tenant_room, is_bulk,
      is_idle and row_number() over (partition by endpoint.id order by place) = 1 as is_first
    from endpoint cross join lateral (
      select row_place, is_bulk, place from (
        select row_place, false as is_bulk, other_held + row_number() over (order by next_at, event_id) as place
        from (${dueOf(0, 'room')}) as other
        union all
        select row_place, true, bulk_held + row_number() over (order by next_at, event_id)
        from (${dueOf(1, 'least(room, $10::int - bulk_held)')}) as many
      ) as both_kinds
      order by place, random() limit greatest(room, 0)
    ) as chosen
    where room > 0
  ), of_tenants as (
    select *, row_number() over (partition by of_tenant order by is_first desc, random()) as turn from found
  ), in_turn as (
    select *, row_number() over (order by is_first desc, turn, random()) as its_turn
    from of_tenants where turn <= tenant_room or is_first
  ), due as (
    select * from in_turn where its_turn <= $3::int or is_first and its_turn <= $11::int
  )
  update webhook_deliveries as delivery set lease = $7, lease_until = $2
  from due
  where delivery.ctid = row_place
  returning delivery.tenant_id as "tenantId", endpoint_id as "endpointId", delivery.id, address, revision,
    earlier_secret_until as "earlierSecretUntil", body, tries, is_bulk as "isBulk"`;

/** How many attempts a row keeps. */
const attemptsKept = 20;
const withAttempt = (given: string) => `jsonb_build_object('version', 1, 'attempts', (
    select coalesce(jsonb_agg(one order by n), '[]') from (
      select one, n from jsonb_array_elements(made -> 'attempts' || ${given}) with ordinality as each (one, n)
      order by n desc limit ${attemptsKept}) as kept))`;

/** Also lets the next of the queue go, and says that the endpoint works. */
export const deliveredText = `
  with noted as (
    update webhook_deliveries set state = 'delivered', attempts = attempts + 1, made = ${withAttempt('$4::jsonb')},
      lease = null, lease_until = null
    where tenant_id = $1 and id = $2 and lease = $3 and state = 'waiting'
    returning endpoint_id, queue, event_id
  ), next as (
    update webhook_deliveries as delivery set next_at = $5 from noted
    where delivery.tenant_id = $1 and delivery.endpoint_id = noted.endpoint_id and delivery.queue = noted.queue
      and delivery.state = 'waiting' and delivery.event_id > noted.event_id and delivery.next_at > $5
  ), healed as (
    update webhook_endpoints set failing_since = null from noted
    where tenant_id = $1 and id = noted.endpoint_id and failing_since is not null
  )
  select 1 from noted`;

/**
 * Events behind it need not be looked at before it is sent again; where it was given up they go on. Returns since when
 * the endpoint had accepted nothing before this attempt.
 */
export const failedText = `
  with noted as (
    update webhook_deliveries set state = $6, attempts = attempts + 1, tries = $7, next_at = $8,
      made = ${withAttempt('$4::jsonb')}, first_try_at = coalesce(first_try_at, $5), lease = null, lease_until = null
    where tenant_id = $1 and id = $2 and lease = $3 and state = 'waiting'
    returning endpoint_id, queue, event_id
  ), behind as (
    update webhook_deliveries as delivery set next_at = $8 from noted
    where delivery.tenant_id = $1 and delivery.endpoint_id = noted.endpoint_id and delivery.queue = noted.queue
      and delivery.state = 'waiting' and delivery.event_id > noted.event_id
  ), failing as (
    update webhook_endpoints set failing_since = $5 from noted
    where tenant_id = $1 and id = noted.endpoint_id and failing_since is null
  )
  select failing_since as "failingSince" from noted join webhook_endpoints on tenant_id = $1 and id = endpoint_id`;

/** Not where it has accepted something since: then it works. */
export const switchOffText = `
  update webhook_endpoints set off_reason = $3, off_at = $4, revision = revision + 1
  where tenant_id = $1 and id = $2 and off_reason is null and ($3 = 'gone' or failing_since <= $5) returning 1`;

/** Whatever its state: an endpoint that never answers would keep it for ever. */
export const trimText = `
  with trimmed as (
    delete from webhook_deliveries where (tenant_id, id) in (
      select tenant_id, id from webhook_deliveries where created_at < $1 limit $2)
    returning 1
  )
  select count(*)::int as count from trimmed`;
