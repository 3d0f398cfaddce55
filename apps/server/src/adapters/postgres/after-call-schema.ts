import type {
  ClosedHow,
  ConsentGiven,
  Contact,
  CreateExportBody,
  ExportFormat,
  ExportProblem,
  ExportState,
  FollowUpReason,
  FollowUpState,
  ImportColumns,
  ImportErrorCode,
  ImportState,
  OutcomeValue,
  UrgentWhy,
} from '@parley/contract';
import { boolean, integer, jsonb, pgTable, text, uuid } from './drizzle.ts';
import { instant } from './schema.ts';

/** The tables of outcomes, follow-ups, contacts and exports. */

export const outcomeCorrections = pgTable('outcome_corrections', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  fieldId: text('field_id').notNull(),
  /** JSON null: not known. */
  value: jsonb().$type<OutcomeValue | null>().notNull(),
  revision: integer().notNull().default(1),
  correctedBy: text('corrected_by'),
  correctedByName: text('corrected_by_name'),
  correctedAt: instant('corrected_at').notNull().defaultNow(),
});

export const followUps = pgTable('follow_ups', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  sourceKey: text('source_key').notNull(),
  reason: text().$type<FollowUpReason>().notNull(),
  state: text().$type<FollowUpState>().notNull().default('open'),
  urgent: boolean().notNull().default(false),
  urgentWhy: text('urgent_why').$type<UrgentWhy>(),
  number: text(),
  contactId: uuid('contact_id'),
  callId: uuid('call_id'),
  entry: integer(),
  lastCallId: uuid('last_call_id'),
  what: text().notNull(),
  note: text().notNull().default(''),
  subjectId: text('subject_id'),
  dueAt: instant('due_at').notNull(),
  snoozedUntil: instant('snoozed_until'),
  owner: text(),
  ownerName: text('owner_name'),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
  closedBy: text('closed_by'),
  closedByName: text('closed_by_name'),
  closedHow: text('closed_how').$type<ClosedHow>(),
  revision: integer().notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
  closedAt: instant('closed_at'),
});

export const deskPeople = pgTable('desk_people', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  displayName: text('display_name').notNull(),
  email: text(),
  mailUrgent: boolean('mail_urgent').notNull().default(false),
  seenAt: instant('seen_at').notNull().defaultNow(),
});

/** Of people whose accounts another service manages. */
export const seenPeople = pgTable('seen_people', {
  tenantId: text('tenant_id').notNull(),
  userId: text('user_id').notNull(),
  displayName: text('display_name').notNull(),
  email: text(),
  role: text().notNull(),
  seenAt: instant('seen_at').notNull(),
});

export const followUpMails = pgTable('follow_up_mails', {
  tenantId: text('tenant_id').notNull(),
  followUpId: uuid('follow_up_id').notNull(),
  userId: text('user_id').notNull(),
  state: text().$type<'sending' | 'sent' | 'failed'>().notNull(),
  at: instant('at').notNull().defaultNow(),
});

export const contacts = pgTable('contacts', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  name: text().notNull(),
  nameKey: text('name_key').notNull(),
  language: text(),
  timeZone: text('time_zone'),
  consent: jsonb()
    .$type<{ version: 1; given: ConsentGiven[] }>()
    .notNull()
    .default({ version: 1, given: [] }),
  notes: text().notNull().default(''),
  agentNotes: text('agent_notes').notNull().default(''),
  source: text().$type<Contact['source']>().notNull(),
  importId: uuid('import_id'),
  revision: integer().notNull().default(1),
  createdBy: text('created_by'),
  createdByName: text('created_by_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  changedAt: instant('changed_at').notNull().defaultNow(),
});

export const contactWords = pgTable('contact_words', {
  tenantId: text('tenant_id').notNull(),
  word: text().notNull(),
  contactId: uuid('contact_id').notNull(),
});

export const contactImports = pgTable('contact_imports', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  state: text().$type<ImportState>().notNull().default('uploading'),
  fileName: text('file_name').notNull(),
  parts: integer().notNull(),
  columns: jsonb().$type<ImportColumns>(),
  delimiter: text(),
  country: text(),
  rowsExpected: integer('rows_expected'),
  rowsRead: integer('rows_read').notNull().default(0),
  added: integer().notNull().default(0),
  present: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  errorCounts: jsonb('error_counts').$type<Partial<Record<ImportErrorCode, number>>>().notNull().default({}),
  /** Where the next row begins. */
  position: jsonb()
    .$type<{ part: number; offset: number; row: number }>()
    .notNull()
    .default({ part: 0, offset: 0, row: 0 }),
  startedBy: text('started_by'),
  startedByName: text('started_by_name'),
  createdAt: instant('created_at').notNull().defaultNow(),
  finishedAt: instant('finished_at'),
});

export const contactImportParts = pgTable('contact_import_parts', {
  tenantId: text('tenant_id').notNull(),
  importId: uuid('import_id').notNull(),
  part: integer().notNull(),
  content: text().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const contactImportErrors = pgTable('contact_import_errors', {
  tenantId: text('tenant_id').notNull(),
  importId: uuid('import_id').notNull(),
  row: integer().notNull(),
  code: text().$type<ImportErrorCode>().notNull(),
  value: text().notNull(),
});

export const callExports = pgTable('call_exports', {
  tenantId: text('tenant_id').notNull(),
  id: uuid().notNull(),
  state: text().$type<ExportState>().notNull().default('waiting'),
  problem: text().$type<ExportProblem>(),
  format: text().$type<ExportFormat>().notNull(),
  wanted: jsonb().$type<CreateExportBody>(),
  tokenDigest: text('token_digest'),
  linkUntil: instant('link_until').notNull(),
  rowsWritten: integer('rows_written').notNull().default(0),
  total: integer(),
  requestedBy: text('requested_by').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  seenAt: instant('seen_at'),
  finishedAt: instant('finished_at'),
});
