import type { ViewFilters } from '@parley/contract';
import { jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const callViews = pgTable('call_views', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  filters: jsonb().$type<ViewFilters>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});
