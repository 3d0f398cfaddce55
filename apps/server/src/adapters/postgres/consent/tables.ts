import type { DeclaredGrounds } from '@parley/contract';
import { date, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const consentRules = pgTable('consent_rules', {
  tenantId: text('tenant_id').notNull(),
  grounds: jsonb().$type<DeclaredGrounds>().notNull(),
  revision: integer().notNull().default(1),
  changedAt: instant('changed_at').notNull().defaultNow(),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
});

export const registryFiles = pgTable('registry_files', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  fileName: text('file_name').notNull(),
  dated: date().notNull(),
  numbers: integer().notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  importedAt: instant('imported_at'),
  importedBy: text('imported_by'),
  importedByName: text('imported_by_name'),
});

export const registryNumbers = pgTable('registry_numbers', {
  tenantId: text('tenant_id').notNull(),
  fileId: uuid('file_id').notNull(),
  digest: text().notNull(),
});
