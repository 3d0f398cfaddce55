import {
  auditActorsResponse,
  auditEntry,
  auditEntryResponse,
  type AuditActor as WireActor,
  type AuditEntry as WireEntry,
} from '@parley/contract';
import { asNumber, asObject, parseList } from './json.ts';
import { type Opened, readOpen } from './open.ts';

/** Kinds of actors and entries that a newer server may have added: they are shown as they are. */
const open = { words: ['kind'] } as const;
export type AuditActor = Opened<WireActor, 'kind'>;
export type AuditEntry = Opened<WireEntry, 'kind'>;

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
      (value) => readOpen(auditEntry, value, open) ?? null,
    ),
    nextCursor: asNumber(fields.nextCursor),
  };
}

export function parseAuditEntry(body: unknown): (AuditEntry & { sealed: boolean }) | undefined {
  return readOpen(auditEntryResponse, body, open)?.entry;
}

export function parseAuditActors(body: unknown): AuditActor[] | undefined {
  return readOpen(auditActorsResponse, body, { ...open, lists: { actors: 'actor' } })?.actors;
}
