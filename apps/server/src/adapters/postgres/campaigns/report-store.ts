import { randomUUIDv7 } from 'node:crypto';
import {
  type AuditAction,
  type CampaignReport,
  type CampaignResult,
  type CampaignResultCall,
  limits,
} from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { CampaignReports } from '../../../ports/campaign-reports.ts';
import { type NumberDigest, noDigest } from '../../../ports/number-digest.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { type SQL, sql } from '../drizzle.ts';
import { isUuid } from '../uuid.ts';
import { lockNumberOf } from './records.ts';
import { type FieldRow, fieldsOf, hoursOf, type TimesRow, zonesOf } from './report-figures.ts';
import * as statements from './report-statements.ts';
import { presentCampaign, presentRecipient, shownCall } from './rows.ts';

export function createCampaignReports(
  database: Database,
  digestOf: NumberDigest = noDigest,
): CampaignReports {
  return {
    report: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        if (!(await stateOf(tx, tenantId, id))) return null;
        const read = async <Row>(statement: (tenantId: string, id: string) => SQL) =>
          (await tx.execute(statement(tenantId, id))).rows as unknown as Row[];
        const [counts] = await read<CampaignReport>(statements.countsOf);
        const [talked] = await read<{ seconds: number }>(statements.secondsOf);
        const times = await read<TimesRow>(statements.timesOf);
        const [abandonment] = await read<NonNullable<CampaignReport['abandonment']>>(
          statements.abandonmentOf,
        );
        if (!counts) throw new Error('Counting the calls of a campaign gave no row.');
        return {
          ...counts,
          ...(abandonment && { abandonment }),
          results: await read(statements.resultsOf),
          numbers: await read(statements.numbersOf),
          suppressed: await read(statements.suppressedOf),
          seconds: talked?.seconds ?? 0,
          hours: hoursOf(times),
          zones: zonesOf(times),
          fields: fieldsOf(await read<FieldRow>(statements.fieldsOf)),
          costs: await read(statements.costsOf),
        };
      }),

    results: (caller, id, after, limit) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        if (!(await stateOf(tx, tenantId, id))) return null;
        // Each page: whoever begins with another row than the first has taken people's data, too.
        await record(tx, caller, 'campaign.exported', id);
        const rows = await resultsAfter(tx, tenantId, id, after, limit + 1);
        return { results: rows.slice(0, limit), hasMore: rows.length > limit };
      }),

    rowsAfter: (tenantId, id, after, limit) =>
      database.forTenant(tenantId, (tx) => resultsAfter(tx, tenantId, id, after, limit)),

    outcomeFields: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const { rows } = await tx.execute<{ id: string; label: string }>(
          statements.outcomeFieldsOf(tenantId, id),
        );
        return rows;
      }),

    repeat: (caller, id) =>
      database
        .forTenant(caller.tenantId, async (tx) => {
          const { tenantId, userId, displayName } = caller;
          const state = await stateOf(tx, tenantId, id);
          if (!state) return 'missing';
          if (state !== 'completed' && state !== 'stopped') return 'running';
          await lockNumberOf(tx, tenantId);
          const { rows: all } = await tx.execute<{ n: number }>(
            sql`select count(*)::int as n from campaigns where tenant_id = ${tenantId}`,
          );
          if ((all[0]?.n ?? 0) >= limits.campaignsMax) return 'too_many';
          const child = randomUUIDv7();
          // Its rows are a part of the file: how many the file has says nothing of whether all have arrived.
          await tx.execute(sql`
            insert into campaigns (tenant_id, id, name, purpose, agent_id, template_id, prompt, defaults, policy, file,
              file_number, parent_id, created_by, created_by_name)
            select tenant_id, ${child}::uuid, left(name, ${limits.campaignNameMax - 8}) || ' (again)', purpose, agent_id,
              template_id, prompt, defaults, policy, file - 'rowsInFile', file_number, id, ${userId}, ${displayName}
            from campaigns where tenant_id = ${tenantId} and id = ${id}::uuid`);
          const { rows: people } = await tx.execute<{ number: string }>(
            statements.numbersNotReached(tenantId, id),
          );
          const digests = Object.fromEntries(
            people.map(({ number }) => [number, digestOf(tenantId, number)]),
          );
          const { rows: copied } = await tx.execute(statements.copyNotReached(tenantId, id, child, digests));
          if (!copied.some((row) => row.state === 'pending')) throw new NobodyLeft();
          const { rows } = await tx.execute(sql`
            update campaigns set rows = ${copied.length} where tenant_id = ${tenantId} and id = ${child}::uuid
            returning *`);
          await record(tx, caller, 'campaign.repeated', child, { of: id });
          return presentCampaign(rows[0]);
        })
        .catch((error: unknown) => {
          if (error instanceof NobodyLeft) return 'nobody' as const;
          throw error;
        }),
  };
}

/** Undoes the campaign that was made. */
class NobodyLeft extends Error {}

async function stateOf(tx: Transaction, tenantId: string, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const { rows } = await tx.execute<{ state: string }>(
    sql`select state from campaigns where tenant_id = ${tenantId} and id = ${id}::uuid`,
  );
  return rows[0]?.state ?? null;
}

async function resultsAfter(
  tx: Transaction,
  tenantId: string,
  id: string,
  after: number,
  limit: number,
): Promise<CampaignResult[]> {
  const { rows } = await tx.execute(statements.rowsWithCalls(tenantId, id, after, limit, shownCall));
  return rows.map(presentResult);
}

type StoredCall = Omit<CampaignResultCall, 'outcome'> & {
  readonly outcome: CampaignResultCall['outcome'] | null;
};

function presentResult(given: unknown): CampaignResult {
  const { calls } = given as { readonly calls: StoredCall[] | null };
  return {
    ...presentRecipient(given),
    calls: (calls ?? []).map((call) => ({
      ...call,
      outcome: call.outcome ?? [],
      startedAt: new Date(call.startedAt).toISOString(),
      endedAt: call.endedAt === null ? null : new Date(call.endedAt).toISOString(),
    })),
  };
}

async function record(
  tx: Transaction,
  { tenantId, userId: actor }: Caller,
  action: AuditAction,
  subject: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await appendAudit(tx, { tenantId, actor, action, subject, data });
}
