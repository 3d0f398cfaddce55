import type { AttemptResult } from '@parley/contract';
import { type SQL, sql } from '../drizzle.ts';

/** What a person said something on. */
const answeredBy: readonly AttemptResult[] = ['reached', 'opted_out', 'wrong_number', 'hung_up_early'];
const machines: readonly AttemptResult[] = ['voicemail', 'voicemail_left'];
const list = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );

/** Calls that were made and are over. */
const over = sql`attempt.result is not null and attempt.result <> 'not_counted'`;
const isAnswered = sql`attempt.result in (${list(answeredBy)})`;

const attemptsOf = (tenantId: string, id: string) =>
  sql`recipient_attempts as attempt where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid`;

export const countsOf = (tenantId: string, id: string) => sql`
  select (select count(*)::int from recipients where tenant_id = ${tenantId} and campaign_id = ${id}::uuid) as rows,
    count(distinct attempt.row) filter (where ${over})::int as called,
    count(distinct attempt.row) filter (where attempt.result = 'reached')::int as reached,
    count(*) filter (where ${over})::int as calls,
    count(*) filter (where ${isAnswered})::int as answered,
    count(*) filter (where attempt.result in (${list(machines)}))::int as machines,
    count(*) filter (where attempt.result = 'hung_up_early')::int as "hungUp",
    count(distinct attempt.row) filter (where attempt.result = 'opted_out')::int as "optOuts"
  from ${attemptsOf(tenantId, id)}`;

/** Of calls that were settled since it is read whether somebody had to wait. */
export const abandonmentOf = (tenantId: string, id: string) => sql`
  select count(*)::int as "liveAnswers", count(*) filter (where attempt.abandoned)::int as abandoned
  from ${attemptsOf(tenantId, id)} and attempt.abandoned is not null`;

/** SIP: declined, unwanted, rejected by a filter in the network. The ways in which numbers that pass for spam are refused. */
const unwantedCodes = sql`(603, 607, 608)`;

/** Of calls that are still stored, by the number that they came from. */
export const numbersOf = (tenantId: string, id: string) => sql`
  select calls.from_number as number, count(*)::int as calls, count(*) filter (where ${isAnswered})::int as answered,
    count(*) filter (where calls.sip_code in ${unwantedCodes})::int as unwanted,
    json_build_object(
      'A', count(*) filter (where calls.attestation = 'A'),
      'B', count(*) filter (where calls.attestation = 'B'),
      'C', count(*) filter (where calls.attestation = 'C')) as attested
  from recipient_attempts as attempt
  join calls on calls.tenant_id = attempt.tenant_id and calls.id = attempt.call_id and calls.mode = 'live'
  where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid and ${over} and calls.from_number is not null
  group by 1 order by 2 desc, 1`;

export const resultsOf = (tenantId: string, id: string) => sql`
  select attempt.result, count(*)::int as count from ${attemptsOf(tenantId, id)} and attempt.result is not null
  group by 1 order by 2 desc, 1`;

export const suppressedOf = (tenantId: string, id: string) => sql`
  select coalesce(waits, reason) as reason, count(*)::int as count from recipients
  where tenant_id = ${tenantId} and campaign_id = ${id}::uuid and state in ('suppressed', 'refused')
  group by 1 order by 2 desc, 1`;

/**
 * In quarters of an hour, because zones differ by as little. Which hour it is at the place is computed from the rules that
 * also decide when people are called, not from those of the database.
 */
export const timesOf = (tenantId: string, id: string) => sql`
  select coalesce(person.zones[1], '') as zone, date_bin('15 minutes', attempt.started_at, 'epoch'::timestamptz) as at,
    count(*)::int as calls, count(*) filter (where ${isAnswered})::int as answered,
    count(*) filter (where attempt.result = 'reached')::int as reached
  from recipient_attempts as attempt
  left join recipients as person on person.tenant_id = attempt.tenant_id and person.campaign_id = attempt.campaign_id
    and person.row = attempt.row
  where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid and ${over}
  group by 1, 2`;

export const secondsOf = (tenantId: string, id: string) => sql`
  select coalesce(sum(extract(epoch from calls.ended_at - calls.answered_at)), 0)::int as seconds
  from recipient_attempts as attempt
  join calls on calls.tenant_id = attempt.tenant_id and calls.id = attempt.call_id and calls.mode = 'live'
  where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid`;

export const costsOf = (tenantId: string, id: string) => sql`
  select cost.currency, sum(cost.carrier_micros + cost.model_micros)::float8 as micros,
    bool_or('estimate' in (cost.carrier_state, cost.model_state)) as estimate
  from recipient_attempts as attempt
  join call_costs as cost on cost.tenant_id = attempt.tenant_id and cost.call_id = attempt.call_id
  where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid
  group by 1 order by 1`;

/**
 * The fields that a call was asked for, and what counts of each: the correction, which may say that it is not known, or else what
 * was read.
 */
const answers = sql`
  jsonb_array_elements(calls.outcome -> 'fields') with ordinality as fields (asked, place)
  cross join lateral (
    select coalesce(
      (select corrected.value from outcome_corrections as corrected
       where corrected.tenant_id = calls.tenant_id and corrected.call_id = calls.id
         and corrected.field_id = asked ->> 'id'),
      (select found -> 'value' from jsonb_array_elements(calls.outcome -> 'values') as found
       where found ->> 'field' = asked ->> 'id' limit 1)) as value) as answer`;

export const fieldsOf = (tenantId: string, id: string) => sql`
  select asked ->> 'id' as id, asked ->> 'label' as label, asked ->> 'type' as type,
    case when asked ->> 'type' in ('yes_no', 'choice') then answer.value #>> '{}' end as value,
    answer.value is not null and answer.value <> 'null'::jsonb as known, count(*)::int as calls
  from recipient_attempts as attempt
  join calls on calls.tenant_id = attempt.tenant_id and calls.id = attempt.call_id and calls.mode = 'live'
  cross join lateral ${answers}
  where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid and calls.outcome is not null
  group by 1, 2, 3, 4, 5 order by 1, 6 desc, 4`;

/** In the order in which the latest call was asked for them. */
export const outcomeFieldsOf = (tenantId: string, id: string) => sql`
  select id, label from (
    select distinct on (asked ->> 'id') asked ->> 'id' as id, asked ->> 'label' as label, place
    from recipient_attempts as attempt
    join calls on calls.tenant_id = attempt.tenant_id and calls.id = attempt.call_id and calls.mode = 'live'
    cross join lateral jsonb_array_elements(calls.outcome -> 'fields') with ordinality as fields (asked, place)
    where attempt.tenant_id = ${tenantId} and attempt.campaign_id = ${id}::uuid and calls.outcome is not null
    order by asked ->> 'id', attempt.started_at desc) as latest
  order by place, id`;

/** Rows with their calls. A call that was deleted has neither an id nor an outcome. */
export const rowsWithCalls = (
  tenantId: string,
  id: string,
  after: number,
  limit: number,
  shownCall: SQL,
) => sql`
  select recipients.*, ${shownCall}, (
    select json_agg(json_build_object('attempt', attempt, 'callId', kept.id, 'startedAt', started_at, 'endedAt',
      ended_at, 'result', result, 'detail', detail, 'outcome', kept.outcome) order by attempt)
    from recipient_attempts as made
    left join lateral (
      select calls.id, (
        select json_agg(json_build_object('id', asked ->> 'id', 'label', asked ->> 'label', 'value', answer.value)
          order by place)
        from ${answers}) as outcome
      from calls
      where calls.tenant_id = made.tenant_id and calls.id = made.call_id and calls.mode = 'live') as kept on true
    where made.tenant_id = ${tenantId} and made.campaign_id = ${id}::uuid and made.row = recipients.row) as calls
  from recipients where tenant_id = ${tenantId} and campaign_id = ${id}::uuid and row > ${after}
  order by row limit ${limit}`;

/** Those who may still be reached: nobody who was, who does not want to be, or whose number is wrong. */
const notReached = sql`(state in ('exhausted', 'canceled', 'held')
  or state = 'done' and result in ('voicemail', 'no_answer', 'busy', 'hung_up_early', 'failed', 'not_counted'))`;

export const numbersNotReached = (tenantId: string, from: string) => sql`
  select distinct number from recipients where tenant_id = ${tenantId} and campaign_id = ${from}::uuid and ${notReached}`;

/** `digests`: of the numbers that are copied, because of somebody who was erased nothing else is on the list. */
export const copyNotReached = (
  tenantId: string,
  from: string,
  to: string,
  digests: Readonly<Record<string, string>>,
) => sql`
  with known as materialized (select key as number, value as digest from jsonb_each_text(${JSON.stringify(digests)}::jsonb))
  insert into recipients (tenant_id, campaign_id, row, state, reason, number, name, name_key, zones, zone_source, consent,
    external_id, notes, cells)
  select tenant_id, ${to}::uuid, row, case when listed then 'refused' else 'pending' end,
    case when listed then 'do_not_call' end, number, name, name_key, zones, zone_source, consent, external_id, notes, cells
  from (
    select recipients.*, exists (
      select from do_not_call as entry
      where entry.tenant_id = ${tenantId} and entry.number in (recipients.number, known.digest)) as listed
    from recipients left join known using (number) where tenant_id = ${tenantId} and campaign_id = ${from}::uuid and ${notReached}) as chosen
  returning state`;
