import { bytea } from '../bytea.ts';
import { integer, pgTable, text } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const apiKeys = pgTable('api_keys', {
  tenantId: text('tenant_id').notNull(),
  id: text().notNull(),
  digest: bytea().notNull(),
  name: text().notNull(),
  permissions: text().array().notNull(),
  requestsPerMinute: integer('requests_per_minute').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
});

export const apiKeyUses = pgTable('api_key_uses', {
  tenantId: text('tenant_id').notNull(),
  keyId: text('key_id').notNull(),
  minute: instant('minute').notNull(),
  uses: integer().notNull(),
});
