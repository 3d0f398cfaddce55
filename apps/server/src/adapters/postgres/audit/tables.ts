import { bigint, customType, pgTable, text } from '../drizzle.ts';
import { instant } from '../schema.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Entries that no chain has yet. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
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
