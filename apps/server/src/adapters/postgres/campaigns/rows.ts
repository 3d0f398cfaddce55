import {
  type Campaign,
  type ListedCampaign,
  type PauseReason,
  type Recipient,
  type RecipientWait,
  startingPolicy,
} from '@parley/contract';
import type { CheckedRow, ContactFacts, NumberFacts } from '../../../ports/campaigns.ts';

import { personKey } from '../../../ports/campaigns.ts';
import type { NumberDigest } from '../../../ports/number-digest.ts';
import { instantOf, storedConsent } from '../contacts/columns.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { ofNumber } from '../of-number.ts';
import type { StoredFile, StoredPolicy } from './tables.ts';

interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly purpose: Campaign['purpose'];
  readonly agent_id: string;
  readonly template_id: string;
  readonly prompt: string;
  readonly defaults: Record<string, string>;
  readonly policy: StoredPolicy;
  readonly file: StoredFile | null;
  readonly file_number: number;
  readonly rows: number;
  readonly revision: number;
  readonly state: Campaign['state'];
  readonly side: Campaign['side'];
  readonly agent_version: number | null;
  readonly ground: boolean;
  readonly pretend_ms: number | null;
  readonly start_at: Date | string | null;
  readonly started_at: Date | string | null;
  readonly ended_at: Date | string | null;
  readonly pause_reason: PauseReason | null;
  readonly pause_detail: string;
  readonly paused_at: Date | string | null;
  readonly parent_id: string | null;
  readonly created_by_name: string | null;
  readonly created_at: Date | string;
  readonly changed_at: Date | string;
}

export function presentCampaign(given: unknown): Campaign {
  const row = given as CampaignRow;
  const { version: _, ...policy } = row.policy;
  return {
    ...{ id: row.id, name: row.name, purpose: row.purpose, agentId: row.agent_id },
    ...{ templateId: row.template_id, prompt: row.prompt, defaults: row.defaults },
    // One that was stored by an earlier release has no limit for a number.
    policy: { ...startingPolicy, ...policy, caps: { ...startingPolicy.caps, ...policy.caps } },
    file: row.file && presentFile(row.file, row.file_number),
    ...{ rows: row.rows, revision: row.revision },
    ...{ state: row.state, side: row.side, agentVersion: row.agent_version, ground: row.ground },
    // Where calls are real it is never another time than it is.
    pretendMs: row.side === 'sandbox' ? row.pretend_ms : null,
    startAt: instantOrNull(row.start_at),
    startedAt: instantOrNull(row.started_at),
    endedAt: instantOrNull(row.ended_at),
    pause: row.state === 'paused' ? presentPause(row) : null,
    parentId: row.parent_id,
    createdBy: row.created_by_name === null ? null : { displayName: row.created_by_name },
    createdAt: instantOf(row.created_at),
    changedAt: instantOf(row.changed_at),
  };
}

/** As the list shows it: prompts and policies of 500 campaigns are not read for it. */
export function presentListed(given: unknown): ListedCampaign {
  const row = given as CampaignRow & {
    readonly file_name: string | null;
    readonly progress: ListedCampaign['progress'];
  };
  return {
    ...{ id: row.id, name: row.name, purpose: row.purpose, agentId: row.agent_id },
    ...{ state: row.state, startAt: instantOrNull(row.start_at), progress: row.progress },
    pauseReason: row.state === 'paused' ? row.pause_reason : null,
    ...{ fileName: row.file_name, rows: row.rows },
    createdBy: row.created_by_name === null ? null : { displayName: row.created_by_name },
    createdAt: instantOf(row.created_at),
    changedAt: instantOf(row.changed_at),
  };
}

const instantOrNull = (instant: Date | string | null) => (instant === null ? null : instantOf(instant));

function presentPause(row: CampaignRow): Campaign['pause'] {
  const { pause_reason: reason, pause_detail: detail, paused_at: at } = row;
  return reason === null || at === null ? null : { reason, detail, at: instantOf(at) };
}

function presentFile({ version: _, ...file }: StoredFile, number: number): Campaign['file'] {
  return { ...file, file: number };
}

interface RecipientRow {
  readonly row: number;
  readonly state: Recipient['state'];
  readonly reason: Recipient['reason'];
  readonly detail: string;
  readonly number: string | null;
  readonly name: string;
  readonly zones: string[];
  readonly zone_source: Recipient['zoneSource'];
  readonly consent: { readonly given: Recipient['consent'] };
  readonly external_id: string;
  readonly notes: string;
  readonly cells: string[];
  readonly attempts: number;
  readonly next_at: Date | string | number;
  readonly waits: RecipientWait | null;
  readonly waits_zone: string | null;
  readonly result: Recipient['result'];
  readonly call_id: string | null;
  /** Left out: it was not looked whether the call is still there. */
  readonly shown_call?: string | null;
  /** Left out: it was not looked who else has the number. */
  readonly shared?: boolean;
}

/** A call that was deleted is not named; one that is about to be made has no row yet. */
export const shownCall = sql`case when recipients.state in ('dialing', 'in_call') then call_id else (
  select calls.id from calls
  where calls.tenant_id = recipients.tenant_id and calls.id = call_id and calls.mode = 'live') end as shown_call`;

export function presentRecipient(given: unknown): Recipient {
  const row = given as RecipientRow;
  return {
    ...{ row: row.row, state: row.state, reason: row.reason, detail: row.detail, number: row.number },
    ...{ name: row.name, zones: row.zones, zoneSource: row.zone_source, consent: row.consent.given },
    ...{ externalId: row.external_id, notes: row.notes, cells: row.cells },
    ...{ attempts: row.attempts, result: row.result },
    callId: row.shown_call === undefined ? row.call_id : row.shown_call,
    nextAt: row.state === 'pending' ? nextTime(row.next_at) : null,
    waits: row.waits === null ? null : { reason: row.waits, zone: row.waits_zone },
    ...(row.shared === true && { shared: true }),
  };
}

/** Null: now. `-infinity` is what the database has for it. */
function nextTime(at: Date | string | number): string | null {
  return typeof at === 'number' || at === '-infinity' ? null : instantOf(at);
}

/** Rows that are there stay, unless they are to be replaced. Returns how many were added or replaced. */
export async function storeRows(
  tx: Transaction,
  tenantId: string,
  campaignId: string,
  rows: readonly CheckedRow[],
): Promise<number> {
  const values = rows.map((row) => [
    ...[row.row, row.state, row.reason, row.detail, row.number, row.name, row.nameKey, row.zones],
    ...[row.zoneSource, storedConsent(row.consent), row.externalId, row.notes, row.cells],
  ]);
  const { rows: stored } = await tx.execute(sql`
    insert into recipients (tenant_id, campaign_id, row, state, reason, detail, number, name, name_key, zones, zone_source,
      consent, external_id, notes, cells)
    select ${tenantId}, ${campaignId}::uuid, (each ->> 0)::int, each ->> 1, each ->> 2, each ->> 3, each ->> 4, each ->> 5,
      each ->> 6, array(select jsonb_array_elements_text(each -> 7)), each ->> 8, (each ->> 9)::jsonb, each ->> 10,
      each ->> 11, each -> 12
    from jsonb_array_elements(${JSON.stringify(values)}::jsonb) as each
    on conflict (tenant_id, campaign_id, row) do nothing
    returning 1`);
  return stored.length;
}

/** Looked up one by one in the indexes of numbers: a join would rather read all rows of the campaign. */
export async function factsOf(
  tx: Transaction,
  { tenantId, campaignId }: { readonly tenantId: string; readonly campaignId: string },
  numbers: readonly string[],
  digestOf: NumberDigest,
): Promise<NumberFacts> {
  const unique = [...new Set(numbers)];
  const wanted = JSON.stringify(unique.map((number) => [number, digestOf(tenantId, number)]));
  const { rows } = await tx.execute<{
    number: string;
    listed: boolean;
    own: boolean;
    contacts: ContactFacts[] | null;
    people: string[] | null;
  }>(sql`
    select each ->> 0 as number,
      exists (select from unnest(array[each ->> 0, each ->> 1]) as named (value) cross join lateral (
        select 1 from do_not_call where tenant_id = ${tenantId} and ${ofNumber(sql`named.value`)} offset 0) as entry) as listed,
      exists (select from phone_numbers where tenant_id = ${tenantId} and number = each ->> 0) as own,
      (select jsonb_agg(jsonb_build_object('nameKey', name_key, 'timeZone', time_zone, 'consent', consent -> 'given'))
       from (
         select name_key, time_zone, consent from contacts
         where tenant_id = ${tenantId} and ${ofNumber(sql`each ->> 0`)} offset 0) as found) as contacts,
      (select jsonb_agg(name_key) from (
         select campaign_id, state, name_key from recipients
         where tenant_id = ${tenantId} and ${ofNumber(sql`each ->> 0`)} offset 0) as found
       where campaign_id = ${campaignId}::uuid and state = 'pending') as people
    from jsonb_array_elements(${wanted}::jsonb) as each`);
  return {
    doNotCall: new Set(rows.filter(({ listed }) => listed).map(({ number }) => number)),
    ownNumbers: new Set(rows.filter(({ own }) => own).map(({ number }) => number)),
    contacts: new Map(rows.map(({ number, contacts }) => [number, contacts ?? []])),
    people: new Set(
      rows.flatMap(({ number, people }) => (people ?? []).map((nameKey) => personKey(number, nameKey))),
    ),
  };
}
