import { randomUUIDv7 } from 'node:crypto';
import {
  type Campaign,
  limits,
  placeholderDefaults,
  type RecipientCount,
  startingPolicy,
} from '@parley/contract';
import type { CampaignStore, CorrectedCells, PeopleAtPlace, SeenCells } from '../../../ports/campaigns.ts';
import { type NumberDigest, noDigest } from '../../../ports/number-digest.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { isUuid } from '../uuid.ts';
import { applyPolicy } from './apply-policy.ts';
import { addEvent, campaignOf, lockNumberOf, record } from './records.ts';
import { factsOf, presentCampaign, presentListed, presentRecipient, shownCall, storeRows } from './rows.ts';
import { countShared, isShared, withSharedNumber } from './shared-numbers.ts';
import { stopLongPaused } from './stop.ts';

export function createCampaignStore(database: Database, digestOf: NumberDigest = noDigest): CampaignStore {
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute(sql`
          select id, name, purpose, agent_id, file ->> 'fileName' as file_name, rows, created_by_name, created_at, changed_at,
            state, start_at, pause_reason, case
              when started_at is null then null
              -- Of those that are over only the rows are counted that nobody could be called for: everybody else is finished.
              when state in ('completed', 'stopped') then (
                select json_build_object('people', campaigns.rows - count(*), 'finished', campaigns.rows - count(*))
                from recipients r where r.tenant_id = campaigns.tenant_id and r.campaign_id = campaigns.id
                  and r.state in ('to_fix', 'refused'))
              else (
                select json_build_object('people', count(*),
                  'finished', count(*) filter (where r.state in ('done', 'exhausted', 'suppressed', 'canceled')))
                from recipients r where r.tenant_id = campaigns.tenant_id and r.campaign_id = campaigns.id
                  and r.state not in ('to_fix', 'refused')) end as progress
          from campaigns where tenant_id = ${tenantId} order by id desc limit ${limits.campaignsMax}`);
        return rows.map(presentListed);
      }),

    create: (caller, { name, purpose, agentId, templateId }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const template = await templateOf(tx, tenantId, agentId, templateId);
        if (typeof template === 'string') return template;
        await lockNumberOf(tx, tenantId);
        const { rows: full } = await tx.execute(sql`
          select 1 from campaigns where tenant_id = ${tenantId} offset ${limits.campaignsMax - 1} limit 1`);
        if (full.length > 0) return 'too_many';
        const id = randomUUIDv7();
        const { rows } = await tx.execute(sql`
          insert into campaigns (tenant_id, id, name, purpose, agent_id, template_id, prompt, defaults, policy, created_by,
            created_by_name)
          values (${tenantId}, ${id}, ${name.trim()}, ${purpose}, ${agentId}, ${templateId}, ${template.prompt},
            ${JSON.stringify(template.defaults)}::jsonb, ${JSON.stringify({ version: 1, ...startingPolicy })}::jsonb,
            ${caller.userId}, ${caller.displayName})
          returning *`);
        await record(tx, caller, 'campaign.created', id);
        return presentCampaign(rows[0]);
      }),

    get: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const row = await campaignOf(tx, tenantId, id);
        return row && presentCampaign(row);
      }),

    counts: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute(sql`
          select state, reason, count(*)::int as count from recipients
          where tenant_id = ${tenantId} and campaign_id = ${id}::uuid group by state, reason order by state, reason`);
        return rows as unknown as RecipientCount[];
      }),

    change: (caller, id, { revision, name, policy, basics }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const row = await campaignOf(tx, tenantId, id, 'for update');
        if (!row) return 'missing';
        if (!['draft', 'scheduled', 'paused'].includes(row.state)) return 'state';
        if (basics && row.state !== 'draft') return 'state';
        if (row.revision !== revision) return 'changed';
        if (basics) {
          const { purpose, agentId, templateId } = basics;
          const template = await templateOf(tx, tenantId, agentId, templateId);
          if (typeof template === 'string') return template;
          await tx.execute(sql`delete from recipients where tenant_id = ${tenantId} and campaign_id = ${id}`);
          await tx.execute(sql`
            update campaigns set purpose = ${purpose}, agent_id = ${agentId}, template_id = ${templateId},
              prompt = ${template.prompt}, defaults = ${JSON.stringify(template.defaults)}::jsonb, file = null,
              file_digest = null, rows = 0
            where tenant_id = ${tenantId} and id = ${id}`);
        }
        const { rows } = await tx.execute(sql`
          update campaigns set name = ${name.trim()}, policy = ${JSON.stringify({ version: 1, ...policy })}::jsonb,
            revision = revision + 1, changed_at = now()
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        if (row.state !== 'draft') await applyPolicy(tx, tenantId, id, policy);
        await record(tx, caller, 'campaign.changed', id);
        await addEvent(tx, tenantId, id, { kind: 'changed', caller });
        return presentCampaign(rows[0]);
      }),

    remove: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const found = await campaignOf(tx, tenantId, id, 'for update');
        if (!found) return 'missing';
        if (!['draft', 'stopped', 'completed'].includes(found.state)) return 'state';
        await tx.execute(sql`delete from campaigns where tenant_id = ${tenantId} and id = ${id}`);
        await record(tx, caller, 'campaign.deleted', id);
        await notify(tx, { kind: 'campaign', tenantId, campaignId: id });
        return 'removed';
      }),

    setFile: (caller, id, { digest, ...file }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const found = await campaignOf(tx, tenantId, id, 'for update');
        if (!found) return 'missing';
        if (found.state !== 'draft') return 'state';
        await tx.execute(sql`delete from recipients where tenant_id = ${tenantId} and campaign_id = ${id}`);
        const { rows } = await tx.execute(sql`
          update campaigns set file = ${JSON.stringify({ version: 1, ...file })}::jsonb, file_number = file_number + 1,
            file_digest = ${digest}, rows = 0, revision = revision + 1, changed_at = now()
          where tenant_id = ${tenantId} and id = ${id} returning *`);
        const { rows: others } = await tx.execute(sql`
          select * from campaigns where tenant_id = ${tenantId} and file_digest = ${digest} and id <> ${id}
          order by id desc limit 10`);
        await record(tx, caller, 'campaign.file_set', id);
        const sameFile = others.map(presentCampaign);
        return {
          campaign: presentCampaign(rows[0]),
          sameFile: sameFile.map(({ id: other, name, createdAt }) => ({ id: other, name, createdAt })),
        };
      }),

    addRows: (tenantId, id, { file, numbers, most }, check) =>
      database
        .forTenant(tenantId, async (tx) => {
          const row = await campaignOf(tx, tenantId, id, 'for update');
          if (!row) return 'missing';
          if (row.state !== 'draft') return 'state';
          const campaign = presentCampaign(row);
          if (campaign.file?.file !== file) return 'changed';
          const facts = await factsOf(tx, { tenantId, campaignId: id }, numbers, digestOf);
          const added = await storeRows(tx, tenantId, id, await check(campaign, facts));
          const { rows } = await tx.execute(sql`
          update campaigns set rows = rows + ${added}, changed_at = now()
          where tenant_id = ${tenantId} and id = ${id} and rows + ${added} <= ${most} returning *`);
          if (rows.length === 0) throw new TooManyRows();
          return presentCampaign(rows[0]);
        })
        .catch((error: unknown) => {
          if (error instanceof TooManyRows) return 'too_many' as const;
          throw error;
        }),

    correct: (caller, id, { file, seen, ...given }, read) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        const found = await campaignOf(tx, tenantId, id, 'for update');
        if (!found) return 'missing';
        if (found.state !== 'draft') return 'state';
        const campaign = presentCampaign(found);
        if (campaign.file?.file !== file) return 'changed';
        const replace = async (sent: CorrectedCells) => {
          const { rows } = await tx.execute<CorrectedRow>(sql`
            delete from recipients where tenant_id = ${tenantId} and campaign_id = ${id} and row = ${sent.row}
            returning number, name_key, state`);
          const [before] = rows;
          if (!before) return null;
          const { numbers, check } = await read(campaign, sent);
          const facts = await factsOf(tx, { tenantId, campaignId: id }, numbers, digestOf);
          const [checked] = await check(campaign, facts);
          if (!checked) throw new Error('A row that is corrected was not checked.');
          await storeRows(tx, tenantId, id, [checked]);
          return { before, checked };
        };
        if (seen && !(await isAsSeen(tx, { tenantId, campaignId: id }, given, seen))) return 'row_changed';
        const corrected = await replace(given);
        if (!corrected) return 'no_row';
        const { before, checked } = corrected;
        // The person may stand in a later row, which was refused because of this one.
        const next = before.state === 'pending' ? await repeated(tx, tenantId, id, before) : null;
        if (next) await replace(next);
        await tx.execute(
          sql`update campaigns set changed_at = now() where tenant_id = ${tenantId} and id = ${id}`,
        );
        await record(tx, caller, 'campaign.row_mended', id);
        await notify(tx, { kind: 'campaign', tenantId, campaignId: id });
        const { nameKey: _, ...shown } = checked;
        return shown;
      }),

    shared: (tenantId, id) => database.forTenant(tenantId, (tx) => countShared(tx, tenantId, id)),

    recipients: (tenantId, id, { state, reason, result, waits, shared, after, limit }) =>
      database.forTenant(tenantId, async (tx) => {
        if (!(await campaignOf(tx, tenantId, id))) return null;
        const { rows } = await tx.execute(sql`
          select *, ${shownCall}, ${isShared} as shared from recipients where tenant_id = ${tenantId} and campaign_id = ${id} and row > ${after}
            ${state === undefined ? sql`` : sql`and state = ${state}`}
            ${reason === undefined ? sql`` : sql`and reason = ${reason}`}
            ${result === undefined ? sql`` : sql`and result = ${result}`}
            ${waits === undefined ? sql`` : sql`and waits = ${waits}`}
            ${shared === 'true' ? withSharedNumber(tenantId, id) : sql``}
          order by row limit ${limit + 1}`);
        return { recipients: rows.slice(0, limit).map(presentRecipient), hasMore: rows.length > limit };
      }),

    places: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute(sql`
          select zones, case when number like '+1%' then left(number, 5) else '' end as area, count(*)::int as count
          from recipients where tenant_id = ${tenantId} and campaign_id = ${id}::uuid and state = 'pending'
          group by 1, 2 order by 1, 2`);
        return rows as unknown as PeopleAtPlace[];
      }),

    consented: (tenantId, id, purpose) =>
      database.forTenant(tenantId, async (tx) => {
        const given = JSON.stringify([{ purpose, given: true }]);
        const { rows } = await tx.execute<{ count: number }>(sql`
          select count(*)::int as count from recipients
          where tenant_id = ${tenantId} and campaign_id = ${id}::uuid and state = 'pending'
            and consent -> 'given' @> ${given}::jsonb`);
        return rows[0]?.count ?? 0;
      }),

    secondsPerCall: (tenantId, since) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ seconds: number | null }>(sql`
          select avg(extract(epoch from ended_at - answered_at))::float8 as seconds from (
            select answered_at, ended_at from calls
            where tenant_id = ${tenantId} and mode = 'live' and direction = 'outbound' and status = 'completed'
              and created_at > ${since.toISOString()}::timestamptz and answered_at is not null and ended_at is not null
            order by created_at desc limit 1000) as latest`);
        return rows[0]?.seconds ?? null;
      }),

    stopLongPaused: (before, now, detail) => stopLongPaused(database, before, now, detail),

    removeUnchanged: (before) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute(sql`
          delete from campaigns where changed_at < ${before.toISOString()}::timestamptz
            and state in ('draft', 'stopped', 'completed') returning 1`);
        // Those of campaigns that are gone count until they are as old.
        await tx.execute(sql`
          delete from recipient_attempts where started_at < ${before.toISOString()}::timestamptz and not exists (
            select from campaigns where campaigns.tenant_id = recipient_attempts.tenant_id
              and campaigns.id = recipient_attempts.campaign_id)`);
        return rows.length;
      }),
  };
}

interface CorrectedRow {
  readonly [column: string]: unknown;
  readonly number: string | null;
  readonly name_key: string;
  readonly state: string;
}

/** Whether a row is what somebody began to change, or already what they would make of it. One that is gone is as it was. */
async function isAsSeen(
  tx: Transaction,
  { tenantId, campaignId }: { readonly tenantId: string; readonly campaignId: string },
  { row, ...wanted }: CorrectedCells,
  seen: SeenCells,
): Promise<boolean> {
  const { rows } = await tx.execute<{ cells: string[]; timeZone: string | null }>(sql`
    select cells, case when zone_source = 'hand' then zones[1] end as "timeZone" from recipients
    where tenant_id = ${tenantId} and campaign_id = ${campaignId} and row = ${row}`);
  const [now] = rows;
  if (!now) return true;
  const text = ({ cells, timeZone }: SeenCells) => JSON.stringify([cells, timeZone]);
  return [text(seen), text(wanted)].includes(text(now));
}

/** The first row that was refused because this person is in the campaign already; checked again, it may still be. */
async function repeated(tx: Transaction, tenantId: string, id: string, { number, name_key }: CorrectedRow) {
  const { rows } = await tx.execute<{ row: number; cells: string[]; timeZone: string | null }>(sql`
    select row, cells, case when zone_source = 'hand' then zones[1] end as "timeZone" from recipients
    where tenant_id = ${tenantId} and number = ${number} and campaign_id = ${id}::uuid and name_key = ${name_key}
      and reason = 'repeated_person'
    order by row limit 1`);
  return rows[0] ?? null;
}

/** Undoes the rows that were stored. */
class TooManyRows extends Error {}

/** The text and the values with which a campaign is made. */
async function templateOf(
  tx: Transaction,
  tenantId: string,
  agentId: string,
  templateId: string,
): Promise<
  { readonly prompt: string; readonly defaults: Campaign['defaults'] } | 'no_agent' | 'no_template'
> {
  const { rows: agents } = await tx.execute(sql`
    select 1 from agents where tenant_id = ${tenantId} and id = ${agentId} and archived_at is null`);
  if (agents.length === 0) return 'no_agent';
  if (!isUuid(templateId)) return 'no_template';
  const { rows } = await tx.execute<{ prompt: string; placeholders: Campaign['defaults'] }>(sql`
    select prompt, placeholders from templates
    where tenant_id = ${tenantId} and agent_id = ${agentId} and id = ${templateId}`);
  const [template] = rows;
  if (!template) return 'no_template';
  const { prompt, placeholders } = template;
  return { prompt, defaults: placeholderDefaults(prompt, placeholders) };
}
