import { bytea } from '../bytea.ts';
import { bigint, integer, pgTable, text } from '../drizzle.ts';
import { instant } from '../schema.ts';

/** Entries that no chain has yet. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
});

/** Readings, up to a thousand in each row: `reading-rows.ts` says how. */
export const auditReadings = pgTable('audit_readings', {
  tenantId: text('tenant_id').notNull(),
  id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  storedAt: instant('stored_at').notNull().defaultNow(),
  actor: text().notNull(),
  actorKind: text('actor_kind').notNull(),
  address: text(),
  action: text().notNull(),
  oldest: instant('oldest').notNull(),
  newest: instant('newest').notNull(),
  entryCount: integer('entry_count').notNull(),
  // JSON as the server wrote it.
  entries: text().notNull(),
});

/** Rows of readings that no chain has yet. */
export const auditUnsealedReadings = pgTable('audit_unsealed_readings', {
  tenantId: text('tenant_id').notNull(),
  readingId: bigint('reading_id', { mode: 'number' }).notNull(),
  entryCount: integer('entry_count').notNull(),
});

export const auditSeals = pgTable('audit_seals', {
  tenantId: text('tenant_id').notNull(),
  firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  entryIds: bigint('entry_ids', { mode: 'number' }).array().notNull(),
  macs: bytea().notNull(),
});

export const auditCheckpoints = pgTable('audit_checkpoints', {
  tenantId: text('tenant_id').primaryKey(),
  cutSeq: bigint('cut_seq', { mode: 'number' }).notNull(),
  cutMac: bytea('cut_mac').notNull(),
  cutBefore: instant('cut_before'),
  headSeq: bigint('head_seq', { mode: 'number' }).notNull(),
  headMac: bytea('head_mac').notNull(),
  signedAt: instant('signed_at').notNull(),
  signature: bytea().notNull(),
});
