import { boolean, integer, pgTable, text } from './drizzle.ts';
import { instant } from './schema.ts';

/** What organizations have decided about signing in. The accounts themselves are in the schema `identity`. */
export const signInPolicies = pgTable('sign_in_policies', {
  tenantId: text('tenant_id').primaryKey(),
  revision: integer().notNull().default(1),
  secondFactorRequired: boolean('second_factor_required').notNull(),
  idleMinutes: integer('idle_minutes').notNull(),
  changedAt: instant('changed_at').notNull().defaultNow(),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
});
