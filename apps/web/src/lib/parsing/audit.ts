import {
  type AuditActor,
  type AuditEntry,
  auditActorsResponse,
  auditEntry,
  auditEntryResponse,
} from '@parley/contract';
import { asNumber, asObject, parseList } from './json.ts';

export interface AuditPage {
  entries: AuditEntry[];
  nextCursor: number | null;
}

export function parseAudit(body: unknown): AuditPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.entries)) return undefined;
  return {
    entries: parseList(
      fields.entries,
      'entry of the audit log',
      (value) => auditEntry.safeParse(value).data ?? null,
    ),
    nextCursor: asNumber(fields.nextCursor),
  };
}

export function parseAuditEntry(body: unknown): (AuditEntry & { sealed: boolean }) | undefined {
  return auditEntryResponse.safeParse(body).data?.entry;
}

export function parseAuditActors(body: unknown): AuditActor[] | undefined {
  return auditActorsResponse.safeParse(body).data?.actors;
}
