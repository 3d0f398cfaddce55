import { isDeepStrictEqual } from 'node:util';
import type { OrganizationSettings } from '@parley/contract';
import type { OrganizationStore, StoredOrganization } from '../../ports/organization-store.ts';
import { appendAudit } from './audit/append.ts';
import type { Database, Transaction } from './database.ts';
import { eq, sql } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { organizations as table } from './schema.ts';

type Row = typeof table.$inferSelect;

/** Of the shapes of opening hours and prices. A changed shape gets the next number. */
const shape = { version: 1 } as const;

export function createOrganizationStore(database: Database): OrganizationStore {
  return {
    ensure: (tenantId, { timeZone, openingHours, prices, ...start }) =>
      database.forTenant(tenantId, async (tx) => {
        await tx.execute(sql`
          insert into organizations (tenant_id, name, country, time_zone, language, currency, opening_hours, prices)
          select id, name, ${start.country}, ${timeZone}, ${start.language}, ${start.currency},
            ${JSON.stringify({ ...shape, ...openingHours })}::jsonb, ${JSON.stringify({ ...shape, ...prices })}::jsonb
          from tenants where id = ${tenantId}
          on conflict do nothing`);
      }),

    get: (tenantId) =>
      database.forTenant(tenantId, async (tx) => {
        const [row] = await tx.select().from(table).where(eq(table.tenantId, tenantId));
        return row ? present(row) : null;
      }),

    settingsForCall: (tenantId) =>
      database.asSystem(async (tx) => {
        const [row] = await tx.select().from(table).where(eq(table.tenantId, tenantId));
        return row ? settingsOf(row) : null;
      }),

    change: ({ caller, revision, settings }) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId } = caller;
        const [row] = await tx.select().from(table).where(eq(table.tenantId, tenantId)).for('update');
        if (!row) throw new Error('A request was admitted for an organization without settings.');
        const changed = changedFields(settingsOf(row), settings);
        // Sent twice, or two people had the same idea.
        if (changed.length === 0) return { kind: 'saved', organization: present(row) };
        if (row.revision !== revision) return { kind: 'stale' };
        const { openingHours, prices, ...plain } = settings;
        const [stored] = await tx
          .update(table)
          .set({
            ...plain,
            openingHours: { ...shape, ...openingHours },
            prices: { ...shape, ...prices },
            revision: revision + 1,
            changedAt: new Date(),
            changedBy: userId,
            changedByName: caller.displayName,
          })
          .where(eq(table.tenantId, tenantId))
          .returning();
        await record(tx, caller, revision + 1, changed);
        return { kind: 'saved', organization: present(stored ?? row) };
      }),
  };
}

/** The audit log says which settings were changed, not to what. */
async function record(
  tx: Transaction,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  revision: number,
  changed: readonly string[],
): Promise<void> {
  await appendAudit(tx, {
    tenantId,
    actor: userId,
    action: 'organization.changed',
    subject: tenantId,
    data: { revision, settings: changed },
  });
  await notify(tx, { tenantId, kind: 'listed', list: 'organization' });
}

function changedFields(before: OrganizationSettings, after: OrganizationSettings): string[] {
  const names = Object.keys(after) as (keyof OrganizationSettings)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function settingsOf({
  name,
  country,
  timeZone,
  language,
  currency,
  openingHours,
  prices,
}: Row): OrganizationSettings {
  const { version: _, ...hours } = openingHours;
  const { version: __, ...priceList } = prices;
  return { name, country, timeZone, language, openingHours: hours, currency, prices: priceList };
}

function present(row: Row): StoredOrganization {
  return {
    settings: settingsOf(row),
    revision: row.revision,
    changedAt: row.changedAt,
    changedBy: row.changedByName,
  };
}
