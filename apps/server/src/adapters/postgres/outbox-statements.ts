/** The statements of `outbox-store.ts`. The tables are described in docs/data-model.md, the rules in docs/outbox.md. */

/** Of a row of `outbox_consumers`. */
const isWanted = (type: string) => `(types is null or ${type} = any (types))`;

/** One server at a time assigns events: so an event is never assigned before an older one of its subject that is visible. */
export const assignLock = `select pg_advisory_xact_lock(hashtext('parley outbox'), 0)`;

/**
 * Finds events by what is left to do instead of by a position in the sequence: a transaction that commits late has its
 * events assigned late, and none is skipped. Should one be older than what is done already, the position goes back, and
 * the later events of that subject are repeated.
 */
export const assignText = `
  with new_event as (
    update outbox set assigned = true
    where id in (select id from outbox where not assigned order by id limit $1)
    returning tenant_id, id, subject, type
  ), assigned as (
    insert into outbox_positions as position
      (tenant_id, consumer, subject, last_event, done_event, first_new_event, due_at)
    select tenant_id, name, subject, max(id), min(id) - 1, min(id), now()
    from new_event join outbox_consumers on id > starts_after and ${isWanted('type')}
    group by tenant_id, name, subject
    order by tenant_id, name, subject
    on conflict (tenant_id, consumer, subject) do update set
      last_event = greatest(position.last_event, excluded.last_event),
      done_event = least(position.done_event, excluded.first_new_event - 1),
      first_new_event = least(position.first_new_event, excluded.first_new_event),
      due_at = case when position.last_event > position.done_event then position.due_at else excluded.due_at end
    returning consumer
  )
  select (select count(*)::int from new_event) as count, array(select distinct consumer from assigned) as consumers`;

export const dueText = `
  select exists (select from outbox where not assigned) as unassigned, array(
    select name from outbox_consumers where exists (
      select from outbox_positions where consumer = name and last_event > done_event and due_at <= now())) as consumers`;

/**
 * A consumer that begins with the oldest event gets those too that were assigned before it was known. Types are only added:
 * a server of another release, which names others, may be running.
 */
export const registerText = `
  with added as (
    insert into outbox_consumers (name, starts_after, types)
    values ($1, case $2 when 'now' then coalesce((select max(id) from outbox), 0) else 0 end, $3)
    on conflict do nothing
    returning name, starts_after, types
  ), widened as (
    update outbox_consumers
    set types = case when $3::text[] is not null then array(select distinct unnest(types || $3::text[])) end
    where name = $1 and types is not null and ($3::text[] is null or not types @> $3::text[])
  )
  insert into outbox_positions (tenant_id, consumer, subject, last_event, done_event, due_at)
  select tenant_id, name, subject, max(id), starts_after, now()
  from outbox join added on id > starts_after and ${isWanted('type')}
  where assigned
  group by tenant_id, name, subject, starts_after`;

/** The database's clock alone decides when a claim ends, so clocks of servers may differ. */
const inMs = (parameter: string) => `now() + make_interval(secs => ${parameter}::float8 / 1000)`;

export const claimText = `
  with due as (
    select found.* from unnest($1::text[], $2::int[]) as wanted (consumer, most) cross join lateral (
      select tenant_id, consumer, subject from outbox_positions
      where consumer = wanted.consumer and last_event > done_event and due_at <= now()
      order by due_at limit wanted.most
      for update skip locked
    ) as found
  )
  update outbox_positions as position
  set claim = gen_random_uuid(), due_at = ${inMs('$3')}, first_new_event = null
  from due
  where position.tenant_id = due.tenant_id and position.consumer = due.consumer and position.subject = due.subject
  returning claim as token, position.consumer, position.tenant_id as "tenantId", position.subject, failures, last_event as "lastEvent"`;

export const claimedEventsText = `
  select claim as token, event.id, event.tenant_id as "tenantId", event.subject, event.type, event.data,
    event.created_at as "createdAt"
  from outbox_positions as position
  join outbox_consumers on name = position.consumer
  cross join lateral (
    select * from outbox
    where outbox.tenant_id = position.tenant_id and outbox.subject = position.subject
      and outbox.id > position.done_event and outbox.assigned and ${isWanted('outbox.type')}
    order by outbox.id limit $2
  ) as event
  where claim = any ($1::uuid[])
  order by event.id`;

/** An event that was assigned during the claim and is older than what was handled is still to be done. */
const doneThrough = (through: string) =>
  `case when ${through} is null then done_event else least(${through}, first_new_event - 1) end`;

/** Locks positions in the order in which events are assigned to them, so that the two cannot deadlock. */
const lockedBy = (given: string) => `
  locked as (
    select given.* from outbox_positions join ${given} on claim = token
    order by tenant_id, consumer, subject
    for update of outbox_positions
  )`;

export const renewText = `
  with ${lockedBy('unnest($1::uuid[], $2::bigint[]) as given (token, through)')}
  update outbox_positions
  set due_at = ${inMs('$3')}, done_event = ${doneThrough('through')}
  from locked
  where claim = token
  returning token`;

export const releaseText = `
  with ${lockedBy('unnest($1::uuid[], $2::bigint[], $3::float8[]) as given (token, through, retry_after_ms)')}
  update outbox_positions
  set claim = null, done_event = ${doneThrough('through')},
    due_at = ${inMs('coalesce(retry_after_ms, 0)')},
    failures = case when retry_after_ms is null then 0 when through is null then failures + 1 else 1 end
  from locked
  where claim = token
  returning token, last_event > done_event and due_at <= now() as more`;

export const lagText = `
  select name as consumer, count(position.subject)::int as waiting,
    count(*) filter (where position.failures > 0)::int as failing,
    least(
      min(next_event.created_at),
      (select created_at from outbox
        where not assigned and id > starts_after and ${isWanted('type')} order by id limit 1)
    ) as oldest
  from outbox_consumers
  left join outbox_positions as position on consumer = name and last_event > done_event
  left join lateral (
    select created_at from outbox
    where outbox.tenant_id = position.tenant_id and outbox.subject = position.subject and outbox.id > done_event
    order by outbox.id limit 1
  ) as next_event on true
  group by name, starts_after
  order by name`;

export const trimEventsText = `
  with trimmed as (
    delete from outbox where id in (
      select id from outbox as event
      where created_at < $1 and not exists (
        select from outbox_consumers
        where starts_after < event.id and ${isWanted('event.type')} and not exists (
          select from outbox_positions as position
          where position.tenant_id = event.tenant_id and position.consumer = name
            and position.subject = event.subject and position.done_event >= event.id))
      order by id limit $2)
    returning id
  )
  select count(*)::int as count from trimmed`;

/** A subject without events needs no position: the next event makes a new one. */
export const trimPositionsText = `
  delete from outbox_positions as position
  where last_event <= done_event and not exists (
    select from outbox where outbox.tenant_id = position.tenant_id and outbox.subject = position.subject)`;
