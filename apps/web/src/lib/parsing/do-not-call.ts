import {
  addDoNotCallResponse,
  type DoNotCallEntry,
  doNotCallEntry,
  exportDoNotCallResponse,
  type ImportedDoNotCall,
  importDoNotCallResponse,
} from '@parley/contract';
import { asNumber, asObject, asString, parseList } from './json.ts';

export interface DoNotCallList {
  entries: DoNotCallEntry[];
  hasMore: boolean;
  nextCursor: string | null;
  total: number;
  unconfirmed: number;
}

export function parseDoNotCall(body: unknown): DoNotCallList | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.entries)) return undefined;
  const nextCursor = asString(fields.nextCursor);
  const entries = parseList(
    fields.entries,
    'do-not-call entry',
    (value) => doNotCallEntry.safeParse(value).data ?? null,
  );
  return {
    entries,
    hasMore: fields.hasMore === true && nextCursor !== null,
    nextCursor,
    total: asNumber(fields.total) ?? entries.length,
    unconfirmed: asNumber(fields.unconfirmed) ?? 0,
  };
}

export function parseDoNotCallExport(
  body: unknown,
): { entries: DoNotCallEntry[]; nextCursor: string | null } | undefined {
  return exportDoNotCallResponse.safeParse(body).data;
}

export function parseImportedNumbers(body: unknown): ImportedDoNotCall | undefined {
  return importDoNotCallResponse.safeParse(body).data;
}

/** Whether the number was new; true where the server did not say. */
export function parseWasAdded(body: unknown): boolean {
  return addDoNotCallResponse.safeParse(body).data?.added ?? true;
}
