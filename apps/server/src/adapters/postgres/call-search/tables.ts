import { bigint, customType, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const callSearch = pgTable('call_search', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  words: tsvector().notNull(),
});

export const callSearchDue = pgTable('call_search_due', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  id: bigint({ mode: 'number' }).notNull(),
  addedAt: instant('added_at').notNull().defaultNow(),
});
