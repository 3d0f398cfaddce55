import type { AttemptResult, Campaign, ConsentGiven } from '@parley/contract';
import { type ContactConsent, consentOfContacts } from '../../../lib/consent-rule.ts';
import type {
  CampaignDispatch,
  Candidate,
  ClaimDecision,
  Claimed,
  ClaimOrder,
} from '../../../ports/campaign-runs.ts';
import { personKey } from '../../../ports/campaigns.ts';
import type { NumberDigest } from '../../../ports/number-digest.ts';
import { instantOf } from '../contacts/columns.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { ofNumber, withOne } from '../of-number.ts';
import { linesInUse } from './lines-in-use.ts';
import { tidScansOnly, unsorted } from './one-row.ts';
import { campaignOf } from './records.ts';
import { presentCampaign } from './rows.ts';

type ClaimedPerson = Claimed & { readonly person: string; readonly numberDigest: string };

interface LockedRow extends Record<string, unknown> {
  /** Where it is in the table, until the transaction changes it. */
  readonly place: string;
  readonly row: number;
  readonly number: string;
  readonly name: string;
  readonly name_key: string;
  readonly zones: string[];
  readonly cells: string[];
  readonly attempts: number;
  readonly consent: { readonly given: ConsentGiven[] };
}

/** Those whose turn it is, decided upon and stored while their rows are locked. Rows that another server has are left out. */
export function createClaim(database: Database, digestOf: NumberDigest): CampaignDispatch['claim'] {
  return (tenantId, id, order, decide) =>
    database.forTenant(tenantId, async (tx) => {
      const [, found] = await Promise.all([tx.execute(unsorted), campaignOf(tx, tenantId, id, 'for share')]);
      if (found?.state !== 'running') return null;
      const campaign = presentCampaign(found);
      const rows = await lockDue(tx, tenantId, id, order);
      if (rows.length === 0) return [];
      const people = rows.map(({ number, name_key: key }) => digestOf(tenantId, personKey(number, key)));
      const candidates = await candidatesOf(tx, tenantId, campaign, rows, people, digestOf, order.now);
      const context = { campaign, ...(await linesInUse(tx, tenantId, id)) };
      const decided = decide(candidates, context);
      // Whoever is asked for before the others waits as before where they cannot be called now.
      const stored =
        order.row === undefined ? decided : decided.filter((each) => each.dial || each.state !== 'pending');
      await tx.execute(tidScansOnly);
      await storeWaits(tx, rows, stored);
      const claimed = rows.flatMap((row, place): ClaimedPerson[] => {
        const dial = decided.find((each) => each.row === row.row);
        if (!dial?.dial) return [];
        return [
          {
            ...{ tenantId, campaign, row: row.row, number: row.number, cells: row.cells },
            ...{
              zones: row.zones,
              attempt: row.attempts + 1,
              callId: dial.callId,
              person: people[place] ?? '',
              numberDigest: digestOf(tenantId, row.number),
            },
          },
        ];
      });
      await storeDials(tx, tenantId, campaign, rows, claimed, order);
      if (decided.length > 0) await notify(tx, { kind: 'campaign', tenantId, campaignId: id });
      return claimed;
    });
}

async function lockDue(
  tx: Transaction,
  tenantId: string,
  id: string,
  { now, limit, row }: ClaimOrder,
): Promise<LockedRow[]> {
  const which =
    row === undefined
      ? sql`next_at <= ${now.toISOString()}::timestamptz order by next_at, row`
      : withOne(sql`row`, sql`${row}::int`);
  const { rows } = await tx.execute<LockedRow>(sql`
    select ctid::text as place, row, number, name, name_key, zones, cells, attempts, consent from recipients
    where tenant_id = ${tenantId} and campaign_id = ${id} and state = 'pending' and ${which}
    limit ${limit} for update skip locked`);
  return rows;
}

/** Those of the rows that were locked which are to be changed. */
function placesOf(locked: readonly LockedRow[], changed: readonly { readonly row: number }[]) {
  const which = new Set(changed.map(({ row }) => row));
  return sql.param(locked.filter(({ row }) => which.has(row)).map(({ place }) => place));
}

/** As the indexes of calls by number have it. */
const otherParty = sql`(case direction when 'inbound' then from_number else to_number end)`;

/** How far back attempts of a person are looked at: as long as a policy can ask for. */
const lookBackDays = 90;
/** Calls to a number: as long as its cap or the longest gap. */
const numberLookBackHours = 72;

async function candidatesOf(
  tx: Transaction,
  tenantId: string,
  campaign: Campaign,
  rows: readonly LockedRow[],
  people: readonly string[],
  digestOf: NumberDigest,
  now: Date,
): Promise<Candidate[]> {
  const asked = rows.map(({ number, name_key: key }, place) => [
    ...[number, digestOf(tenantId, number), key, people[place]],
  ]);
  // Attempts of an earlier release have none: they count on both sides.
  const ofSide = sql`(side is null or side = ${campaign.side})`;
  const { rows: facts } = await tx.execute<FactRow>(sql`
    select
      exists (select from unnest(array[each ->> 0, each ->> 1]) as named (value) cross join lateral (
        select 1 from do_not_call where tenant_id = ${tenantId} and ${ofNumber(sql`named.value`)} offset 0) as entry) as listed,
      exists (select from erasures where tenant_id = ${tenantId} and digest = each ->> 1
        and state in ('running', 'waiting')) as erasing,
      exists (select from (
        select 1 from calls where tenant_id = ${tenantId} and status in ('queued', 'initiated', 'ringing', 'in-progress')
          and ${withOne(otherParty, sql`each ->> 0`)} offset 0) as up) or exists (
        select from (
          select state from recipients where tenant_id = ${tenantId} and ${ofNumber(sql`each ->> 0`)} offset 0) as same
        where state = 'dialing') as busy,
      (select jsonb_agg(jsonb_build_object('same', name_key = each ->> 2, 'given', consent -> 'given')) from (
         select name_key, consent from contacts
         where tenant_id = ${tenantId} and ${ofNumber(sql`each ->> 0`)} offset 0) as known) as contacts,
      made.past, rung.past as past_of_number, coalesce(made.reached, false) as reached, coalesce(made.wrong, false) as wrong,
      (select grounds ->> ${campaign.purpose}::text is not null from consent_rules where tenant_id = ${tenantId}) as ground,
      (select dated::text from registry_files where tenant_id = ${tenantId} and imported_at is not null) as registry,
      exists (select from (
        select 1 from registry_numbers where tenant_id = ${tenantId} and file_id = (
            select id from registry_files where tenant_id = ${tenantId} and imported_at is not null)
          and ${withOne(sql`digest`, sql`each ->> 1`)} offset 0) as entry) as registered
    from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as asked (each, place)
    cross join lateral (
      select
        jsonb_agg(jsonb_build_array(extract(epoch from started_at) * 1000, result)) filter (
          where purpose = ${campaign.purpose} and counts
            and started_at > ${now.toISOString()}::timestamptz - make_interval(days => ${lookBackDays})) as past,
        bool_or(result = 'reached' and purpose = ${campaign.purpose}
          and campaign_id in (${campaign.id}::uuid, ${campaign.parentId}::uuid)) as reached,
        bool_or(result = 'wrong_number') as wrong
      from (
        select * from recipient_attempts where tenant_id = ${tenantId} and ${withOne(sql`person`, sql`each ->> 3`)} offset 0) as all_of_person
      where ${ofSide}) as made
    cross join lateral (
      select jsonb_agg(jsonb_build_array(extract(epoch from started_at) * 1000, result)) as past
      from (
        select * from recipient_attempts
        where tenant_id = ${tenantId} and ${withOne(sql`number_digest`, sql`each ->> 1`)} offset 0) as all_of_number
      where ${ofSide} and counts
        and started_at > ${now.toISOString()}::timestamptz - make_interval(hours => ${numberLookBackHours})) as rung
    order by place`);
  return rows.map((row, place) => {
    const fact = facts[place];
    if (!fact) throw new Error('The facts of a row that is due were not read.');
    return {
      ...{ row: row.row, number: row.number, name: row.name, zones: row.zones, cells: row.cells },
      attempts: row.attempts,
      consent: [...row.consent.given, ...consentOfContacts(fact.contacts ?? [])],
      ...{ doNotCall: fact.listed, beingErased: fact.erasing, inCall: fact.busy, reached: fact.reached },
      wrongNumber: fact.wrong,
      ...{ ground: fact.ground },
      registry: fact.registry === null ? null : { listed: fact.registered, dated: new Date(fact.registry) },
      past: pastOf(fact.past),
      pastOfNumber: pastOf(fact.past_of_number),
    };
  });
}

type StoredPast = [number, AttemptResult | null][] | null;

const pastOf = (stored: StoredPast): Candidate['past'] =>
  (stored ?? []).map(([at, result]) => ({ at: new Date(Number(at)), result }));

interface FactRow extends Record<string, unknown> {
  readonly listed: boolean;
  readonly erasing: boolean;
  readonly busy: boolean;
  readonly reached: boolean;
  readonly wrong: boolean;
  readonly ground: boolean | null;
  readonly registry: string | null;
  readonly registered: boolean;
  readonly contacts: readonly ContactConsent[] | null;
  readonly past: StoredPast;
  readonly past_of_number: StoredPast;
}

async function storeWaits(
  tx: Transaction,
  locked: readonly LockedRow[],
  decided: readonly ClaimDecision[],
): Promise<void> {
  const waits = decided.flatMap((each) => (each.dial ? [] : [each]));
  if (waits.length === 0) return;
  const values = waits.map(({ row, state, reason, nextAt, zone }) => ({
    ...{ row, state, reason, zone, next: nextAt?.toISOString() ?? '-infinity' },
  }));
  await tx.execute(sql`
    update recipients set state = given.state, waits = given.reason, waits_zone = given.zone, next_at = given.next
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as given (row int, state text, reason text, zone text, next timestamptz)
    where recipients.ctid = any (${placesOf(locked, waits)}::tid[]) and recipients.row = given.row`);
}

async function storeDials(
  tx: Transaction,
  tenantId: string,
  { id, purpose, side }: Campaign,
  locked: readonly LockedRow[],
  claimed: readonly ClaimedPerson[],
  { now, leaseUntil }: ClaimOrder,
): Promise<void> {
  if (claimed.length === 0) return;
  const values = JSON.stringify(
    claimed.map(({ row, attempt, callId, person, numberDigest: digest }) => ({
      ...{ row, attempt, call: callId, person, digest },
    })),
  );
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${values}::jsonb) as given (row int, attempt int, call uuid, person text, digest text)
    ), begun as (
      insert into recipient_attempts (tenant_id, campaign_id, row, attempt, call_id, person, number_digest, purpose, side,
        started_at)
      select ${tenantId}, ${id}::uuid, row, attempt, call, person, digest, ${purpose}, ${side},
        ${now.toISOString()}::timestamptz from given
    )
    update recipients set state = 'dialing', attempts = given.attempt, call_id = given.call, waits = null,
      waits_zone = null, lease_until = ${leaseUntil.toISOString()}::timestamptz
    from given where recipients.ctid = any (${placesOf(locked, claimed)}::tid[]) and recipients.row = given.row`);
}

export const dateOf = (at: Date | string) => new Date(instantOf(at));
