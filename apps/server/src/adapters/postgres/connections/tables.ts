import type { ConnectionKind, LookedAtItem, PhoneLimits, ProblemCode, Side } from '@parley/contract';
import type { ConnectionSettings, StoredConnection } from '../../../ports/connections.ts';
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const connections = pgTable('connections', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull().defaultRandom(),
  kind: text().$type<ConnectionKind>().notNull(),
  state: text().$type<StoredConnection['state']>().notNull().default('active'),
  carrier: text(),
  carrierAccount: text('carrier_account'),
  settings: jsonb().$type<ConnectionSettings>().notNull(),
  limits: jsonb().$type<PhoneLimits & { version: 1 }>(),
  revision: integer().notNull().default(1),
  connectedBy: text('connected_by'),
  connectedByName: text('connected_by_name'),
  connectedAt: instant('connected_at').notNull().defaultNow(),
  endedAt: instant('ended_at'),
  secretsRemovedAt: instant('secrets_removed_at'),
  checkedAt: instant('checked_at'),
  failingSince: instant('failing_since'),
  failure: text().$type<ProblemCode>(),
});

export const calling = pgTable('calling', {
  tenantId: text('tenant_id').primaryKey(),
  side: text().$type<Side>(),
  setBy: text('set_by'),
  setByName: text('set_by_name'),
  setAt: instant('set_at'),
  lookedAt: jsonb('looked_at')
    .$type<{ version: 1 } & Partial<Record<LookedAtItem, { at: string }>>>()
    .notNull()
    .default({ version: 1 }),
  revision: integer().notNull().default(1),
});

export const connectionChanges = pgTable('connection_changes', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  version: bigint({ mode: 'bigint' }).notNull().default(0n),
});
