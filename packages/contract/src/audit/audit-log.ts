import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { auditActorKinds } from './actions.ts';

const instant = z.iso.datetime();
const name = z.string().check(z.minLength(1), z.maxLength(200));
const entryId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const pageSize = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.auditPageMax)),
  limits.auditPage,
);

export const auditActorKind = z.enum(auditActorKinds);
export const auditEntryKind = z.enum(['change', 'read']);
export type AuditEntryKind = z.infer<typeof auditEntryKind>;

const filter = {
  actor: z.optional(name),
  action: z.optional(name),
  kind: z.optional(auditEntryKind),
  by: z.optional(auditActorKind),
  from: z.optional(instant),
  /** Before this instant. */
  to: z.optional(instant),
};
export const auditFilter = z.object(filter);
export type AuditFilter = z.infer<typeof auditFilter>;

/** Newest first. `before` is `nextCursor` of the page before. */
export const auditQuery = z.object({ ...filter, before: z.optional(entryId), limit: pageSize });
/** Oldest first. */
export const auditExportQuery = z.object({ ...filter, after: z.optional(entryId), limit: pageSize });

export const auditActor = z.object({
  id: z.string(),
  kind: auditActorKind,
  /** Null where there is no such account any more, or never was. */
  name: z.nullable(z.string()),
});
export type AuditActor = z.infer<typeof auditActor>;

export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  actor: auditActor,
  address: z.nullable(z.string()),
  /** One of `auditActions`, or the word of another release. */
  action: z.string(),
  kind: auditEntryKind,
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditResponse = z.object({
  entries: z.array(auditEntry),
  nextCursor: z.nullable(z.int()),
});

export const auditEntryResponse = z.object({
  /** False for some seconds: then it is a part of the chain. */
  entry: z.extend(auditEntry, { sealed: z.boolean() }),
});

export const auditActorsResponse = z.object({ actors: z.array(auditActor) });
