import { type CallReservation, type PlacingLimits, unknownLines } from '../../ports/call-admission.ts';
import type { LiveNotice } from '../../ports/live-events.ts';
import { type NumberDigest, noDigest } from '../../ports/number-digest.ts';
import { budgetText } from './costs/budget.ts';
import { liveChannel } from './live-notices.ts';
import type { PipelinedStatement } from './pipeline.ts';

/** Shorter than the time-out for a connection, so that a stuck lock is reported as a lock. */
const lockTimeout = '8s';

/**
 * Counting and inserting must be atomic, or concurrent requests would all take the last free place. The locks are always
 * taken in this order. All statements travel in one message, so the locks are held only while the database works: a
 * server that is slow or suspended blocks nobody.
 */
export function admissionStatements(
  reservation: CallReservation,
  limits: PlacingLimits,
  digestOf: NumberDigest = noDigest,
  /** False: decided without storing anything, and so without locks. */
  stores = true,
): PipelinedStatement[] {
  const locks = [
    { text: `select set_config('lock_timeout', $1, true)`, values: [lockTimeout] },
    {
      text: `select pg_advisory_xact_lock(hashtext('parley dial'), hashtext($1))`,
      values: [reservation.tenantId],
    },
    { text: `select pg_advisory_xact_lock(hashtext('parley dial, all tenants'), 0)`, values: [] },
  ];
  return [
    ...(stores ? locks : []),
    {
      // To plan it takes longer than to carry it out, and all organizations that place calls would wait.
      name: 'admission',
      text: admissionText,
      values: [
        ...valuesOf(reservation, limits),
        digestOf(reservation.tenantId, reservation.to),
        reservation.expectedMicros?.toString() ?? null,
        reservation.campaignId ?? null,
        reservation.purpose ?? null,
        reservation.externalId ?? null,
        String(stores),
        reservation.onMachine ?? null,
      ],
    },
  ];
}

/** In the order of the columns that `admissionText` selects. */
export type AdmissionRow = readonly [
  decision:
    | 'admitted'
    | 'repeated'
    | 'key_reused'
    | 'side_changed'
    | 'disconnected'
    | 'archived'
    | 'contact_missing'
    | 'follow_up_in_call'
    | 'follow_up_done'
    | 'do_not_call'
    | 'being_erased'
    | 'too_many'
    | 'spending_limit'
    | 'number_in_call'
    | 'campaign_paused'
    | 'lines_busy',
  earlierCallId: string | null,
  limit: 'minute' | 'day' | null,
  whose: 'person' | 'tenant' | 'deployment' | null,
  freeAt: string | null,
  stored: number,
  spending: 'day' | 'month' | null,
];

function valuesOf(
  reservation: CallReservation,
  { perMinute, perDay, deployment }: PlacingLimits,
): (string | null)[] {
  const { tenantId, callId } = reservation;
  return [
    ...[tenantId, callId, reservation.userId, reservation.agentId, reservation.carrier, reservation.engine],
    ...[reservation.to, reservation.from, reservation.instructions, reservation.at.toISOString()],
    ...[reservation.idempotencyKey, reservation.fingerprint],
    ...[perMinute, perDay, deployment.perMinute, deployment.perDay].map(String),
    JSON.stringify({ agentId: reservation.agentId }),
    JSON.stringify({ kind: 'changed', tenantId, callId } satisfies LiveNotice),
    reservation.carrierAccount,
    reservation.userName ?? null,
    String(reservation.agentVersion),
    reservation.side ?? null,
    reservation.connectionId ?? null,
    reservation.voiceSource ?? null,
    reservation.callbackUrl ?? null,
    reservation.callsAtOnce?.toString() ?? null,
    reservation.templateId ?? null,
    reservation.contactId ?? null,
    reservation.followUpId ?? null,
    calledBack(reservation),
  ];
}

/** Open pages show that somebody is calling back. */
function calledBack({ tenantId, followUpId }: CallReservation): string | null {
  if (!followUpId) return null;
  return JSON.stringify({ kind: 'follow-up', tenantId, id: followUpId } satisfies LiveNotice);
}

/**
 * The attempt that must leave its window before another call fits, where the limit is reached. Attempts from a clock that
 * was ahead count while they are ahead by less than the window: correcting a clock neither resets a limit nor blocks it.
 */
const spentLimit = (limit: string, whose: string, window: string, most: string, where: string) => `
  (select '${limit}' as spent, '${whose}' as whose, created_at + interval '${window}' as free_at
   from dial_attempts
   where ${where} created_at > $10::timestamptz - interval '${window}'
     and created_at < $10::timestamptz + interval '${window}'
   order by created_at desc offset ${most}::int - 1 limit 1)`;

const linesForCampaigns = `greatest(1, coalesce($26::int, ${unknownLines}) - 1)`;

/** Of one key, by the index of keys however old the statistics are: as in of-number.ts. */
export const ofKey = (key: string) => `idempotency_key between ${key} and ${key} order by idempotency_key`;

const admissionText = `
  with earlier as (
    select call_id, fingerprint from dial_attempts
    where tenant_id = $1 and ${ofKey('$11')}
  ), listed as (
    -- The number, or what is kept of it after its owner was erased.
    -- By the index of numbers, however old the statistics are: as in of-number.ts.
    select from unnest(array[$7::text, $31::text]) as named (value) cross join lateral (
      select 1 from do_not_call where tenant_id = $1 and number between named.value and named.value
      order by number offset 0) as entry
  ), spent as (
    select * from (
      ${spentLimit('minute', 'person', '1 minute', '$13', 'user_id = $3 and')}
      union all ${spentLimit('minute', 'deployment', '1 minute', '$15', '')}
      union all ${spentLimit('day', 'tenant', '24 hours', '$14', 'tenant_id = $1 and')}
      union all ${spentLimit('day', 'person', '24 hours', '$14', 'user_id = $3 and')}
      union all ${spentLimit('day', 'deployment', '24 hours', '$16', '')}
    ) as limits
    -- The limit that frees last: after retryAfterSeconds no other limit refuses.
    order by free_at desc limit 1
  ), ${budgetText}, decided as (
    select case
      when exists (select from earlier where fingerprint = $12) then 'repeated'
      when exists (select from earlier) then 'key_reused'
      when exists (select from calling where tenant_id = $1 and side <> $22::text) then 'side_changed'
      when $23::uuid is not null and not exists (
        select from connections where tenant_id = $1 and id = $23::uuid and state = 'active') then 'disconnected'
      -- The deployment's account is not used once an organization has connected its own, nor after it was disconnected.
      when $22::text = 'real' and $23::uuid is null and exists (
        select from connections where tenant_id = $1 and kind = 'phone' and state in ('active', 'disconnected'))
        then 'disconnected'
      when exists (select from agents where tenant_id = $1 and id = $4 and archived_at is not null) then 'archived'
      -- Whoever has taken on the attempt before and was slow finds that it was given to another server, or is over, or
      -- that the person was erased.
      when $33::uuid is not null and not exists (
        select from campaigns where tenant_id = $1 and id = $33::uuid and state = 'running' and exists (
          select from (
            select campaign_id, row, result from recipient_attempts
            where tenant_id = $1 and call_id between $2::uuid and $2::uuid order by call_id offset 0) as made
          cross join lateral (
            select state, call_id from recipients where tenant_id = $1 and campaign_id = $33::uuid
              and row between made.row and made.row order by row offset 0) as person
          where made.campaign_id = $33::uuid and made.result is null and person.state = 'dialing'
            and person.call_id = $2::uuid))
        then 'campaign_paused'
      when $28::uuid is not null and not exists (
        select from contacts where tenant_id = $1 and id = $28::uuid and number = $7) then 'contact_missing'
      when $29::uuid is not null and exists (
        select from calls where tenant_id = $1 and follow_up_id = $29::uuid
          and status in ('queued', 'initiated', 'ringing', 'in-progress')) then 'follow_up_in_call'
      when $29::uuid is not null and not exists (
        select from follow_ups where tenant_id = $1 and id = $29::uuid and state <> 'done') then 'follow_up_done'
      when exists (select from listed) then 'do_not_call'
      -- Once the rows are gone a call is a new record, which the erasure at the carrier does not touch.
      when exists (select from erasures where tenant_id = $1 and digest = $31 and state in ('running', 'waiting'))
        then 'being_erased'
      -- A campaign calls nobody who is in a call, and nobody calls whom a campaign is calling.
      when exists (
        select from calls where tenant_id = $1
          and (case direction when 'inbound' then from_number else to_number end) = $7
          and status in ('queued', 'initiated', 'ringing', 'in-progress')
          and ($33::uuid is not null or campaign_id is not null)) then 'number_in_call'
      when exists (select from spent) then 'too_many'
      when exists (select from budget where passed is not null) then 'spending_limit'
      -- One line of an account with several stays free for the desk.
      when (case when $33::uuid is null then $26::int else ${linesForCampaigns} end) <= (
        select count(*) from calls where connection_id = $23::uuid and direction = 'outbound'
          and status in ('queued', 'initiated', 'ringing', 'in-progress')) then 'lines_busy'
      -- All organizations share the account of the environment.
      when $33::uuid is not null and $22::text = 'real' and $23::uuid is null and ${linesForCampaigns} <= (
        select count(*) from calls where connection_id is null and carrier = $5 and carrier_account = $19
          and direction = 'outbound' and status in ('queued', 'initiated', 'ringing', 'in-progress')) then 'lines_busy'
      else 'admitted'
    end as decision
  ), call as (
    insert into calls (tenant_id, id, placed_by, agent_id, carrier, engine, to_number, from_number, instructions,
      created_at, checked_at, direction, status, carrier_account, placed_by_name, agent_version,
      connection_id, voice_source, callback_url, template_id, contact_id, follow_up_id, campaign_id, purpose,
      external_id, on_machine)
    select $1, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $10::timestamptz, 'outbound', 'queued', $19, $20,
      $21::int, $23::uuid, $24, $25, $27::uuid, $28::uuid, $29::uuid, $33::uuid, $34, $35, $37
    from decided where decision = 'admitted' and $36::boolean
    returning tenant_id, id, placed_by, to_number, created_at
  ), attempt as (
    insert into dial_attempts (tenant_id, id, call_id, user_id, to_number, created_at, idempotency_key, fingerprint)
    select tenant_id, id, id, placed_by, to_number, created_at, $11, $12 from call
  ), reservation as (
    insert into spending_reservations (tenant_id, call_id, day, micros, currency)
    select call.tenant_id, call.id, budget.day, budget.expected, budget.currency from call, budget
  ), event as (
    insert into call_events (tenant_id, call_id, kind, at) select tenant_id, id, 'requested', created_at from call
  ), audit as (
    insert into audit_log (tenant_id, actor, action, subject, data)
    select tenant_id, placed_by, 'call.placed', id, $17::jsonb from call
  ), notified as (
    select pg_notify('${liveChannel}', $18) from call
    union all select pg_notify('${liveChannel}', $30) from call where $30::text is not null
  )
  select decision, earlier.call_id, spent.spent, spent.whose, spent.free_at,
    (select count(*)::int from notified), (select passed from budget)
  from decided left join earlier on true left join spent on true`;
