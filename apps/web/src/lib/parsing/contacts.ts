import {
  type Contact,
  contactConflict,
  contactResponse,
  exportContactsResponse,
  importResponse,
  importsResponse,
  importWithErrorsResponse,
  type ListedContact,
  listedContact,
  undoImportResponse,
  type ContactImport as WireImport,
  type ImportRowError as WireRowError,
} from '@parley/contract';
import { type Call, parseCall } from './calls.ts';
import { type FollowUp, parseFollowUp } from './follow-ups.ts';
import { asInstant, asNumber, asObject, asString, parseList } from './json.ts';
import { type Opened, readOpen } from './open.ts';

export interface ContactsPage {
  contacts: ListedContact[];
  hasMore: boolean;
  nextCursor: string | null;
  total: number;
}

export function parseContacts(body: unknown): ContactsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.contacts)) return undefined;
  const nextCursor = asString(fields.nextCursor);
  const contacts = parseList(
    fields.contacts,
    'contact',
    (value) => listedContact.safeParse(value).data ?? null,
  );
  return {
    contacts,
    hasMore: fields.hasMore === true && nextCursor !== null,
    nextCursor,
    total: asNumber(fields.total) ?? contacts.length,
  };
}

export function parseContact(body: unknown): Contact | undefined {
  return contactResponse.safeParse(body).data?.contact;
}

/** As somebody else has saved it meanwhile, in the details of `contact_changed`. */
export function parseContactConflict(details: unknown): Contact | undefined {
  return contactConflict.safeParse(details).data?.contact;
}

/** Everything about a number. */
export interface ContactPage {
  number: string;
  contacts: Contact[];
  doNotCall: { createdAt: string; unconfirmed: boolean } | null;
  calls: Call[];
  hasMoreCalls: boolean;
  followUps: FollowUp[];
}

export function parseContactPage(body: unknown): ContactPage | undefined {
  const fields = asObject(body);
  const number = asString(fields?.number);
  if (fields === null || number === null || !Array.isArray(fields.contacts)) return undefined;
  const listedAt = asObject(fields.doNotCall);
  return {
    number,
    contacts: parseList(fields.contacts, 'contact', (value) => parseContact({ contact: value }) ?? null),
    doNotCall:
      listedAt === null
        ? null
        : { createdAt: asInstant(listedAt.createdAt) ?? '', unconfirmed: listedAt.unconfirmed === true },
    calls: parseList(fields.calls, 'call', (value) => parseCall(value)),
    hasMoreCalls: fields.hasMoreCalls === true,
    followUps: parseList(fields.followUps, 'follow-up', parseFollowUp),
  };
}

export function parseExportPage(
  body: unknown,
): { contacts: Contact[]; nextCursor: string | null } | undefined {
  return exportContactsResponse.safeParse(body).data;
}

/** Words that a newer server may have added: they are shown as they are. */
const words = ['state', 'code'] as const;
type Word = (typeof words)[number];

export type ContactImport = Opened<WireImport, Word>;
export type ImportRowError = Opened<WireRowError, Word>;

export interface ImportDetail {
  import: ContactImport;
  errors: ImportRowError[];
  hasMoreErrors: boolean;
}

export function parseImportDetail(body: unknown): ImportDetail | undefined {
  return readOpen(importWithErrorsResponse, body, { words, lists: { errors: 'refused row' } });
}

export function parseImport(body: unknown): ContactImport | undefined {
  return readOpen(importResponse, body, { words })?.import;
}

export function parseImports(body: unknown): ContactImport[] | undefined {
  return readOpen(importsResponse, body, { words, lists: { imports: 'import' } })?.imports;
}

export function parseUndone(body: unknown): { removed: number; kept: number } | undefined {
  return undoImportResponse.safeParse(body).data;
}
