import type { CountedKind } from '../../../ports/reports.ts';
import { bigint, date, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { nilUuid } from '../uuid.ts';
import type { FactsColumn } from './facts-column.ts';

export const reportDays = pgTable('report_days', {
  tenantId: text('tenant_id').notNull(),
  day: date().notNull(),
  side: text().notNull(),
  kind: text().notNull(),
  key: text().notNull(),
  counted: bigint({ mode: 'number' }).notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
});

export const reportCounted = pgTable('report_counted', {
  tenantId: text('tenant_id').notNull(),
  kind: text().$type<CountedKind>().notNull(),
  id: uuid().notNull(),
  facts: jsonb().$type<FactsColumn>().notNull(),
});

export const reportTenants = pgTable('report_tenants', {
  tenantId: text('tenant_id').primaryKey(),
  zone: text().notNull(),
  stage: text().$type<CountedKind>(),
  after: uuid().notNull().default(nilUuid),
});
