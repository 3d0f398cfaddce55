import type {
  CampaignFile,
  CampaignPolicy,
  ConsentGiven,
  ConsentPurpose,
  RecipientState,
  RowReason,
  ZoneSource,
} from '@parley/contract';
import { integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export type StoredPolicy = { readonly version: 1 } & CampaignPolicy;
export type StoredFile = { readonly version: 1 } & Omit<CampaignFile, 'file'>;

export const campaigns = pgTable('campaigns', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  purpose: text().$type<ConsentPurpose>().notNull(),
  agentId: text('agent_id').notNull(),
  templateId: uuid('template_id').notNull(),
  prompt: text().notNull(),
  defaults: jsonb().$type<Record<string, string>>().notNull(),
  policy: jsonb().$type<StoredPolicy>().notNull(),
  file: jsonb().$type<StoredFile>(),
  fileNumber: integer('file_number').notNull().default(0),
  fileDigest: text('file_digest'),
  rows: integer().notNull().default(0),
  revision: integer().notNull().default(1),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

export const recipients = pgTable('recipients', {
  tenantId: text('tenant_id').notNull(),
  campaignId: uuid('campaign_id').notNull(),
  row: integer().notNull(),
  state: text().$type<RecipientState>().notNull(),
  reason: text().$type<RowReason>(),
  detail: text().notNull().default(''),
  number: text(),
  name: text().notNull().default(''),
  nameKey: text('name_key').notNull().default(''),
  zones: text().array().notNull().default([]),
  zoneSource: text('zone_source').$type<ZoneSource>(),
  consent: jsonb()
    .$type<{ version: 1; given: ConsentGiven[] }>()
    .notNull()
    .default({ version: 1, given: [] }),
  externalId: text('external_id').notNull().default(''),
  notes: text().notNull().default(''),
  cells: jsonb().$type<string[]>().notNull(),
});
