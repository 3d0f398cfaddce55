import type { FollowUpReason, NamedParty, UrgentWhy } from '@parley/contract';
import { parseNamedParty } from './calls.ts';
import {
  asInstant,
  asNumber,
  asObject,
  asString,
  type JsonObject,
  type OpenEnum,
  parseList,
} from './json.ts';

/** What somebody has to do after a call, as the screens use it: enums may have values that this page does not know. */
export interface FollowUp {
  id: string;
  reason: OpenEnum<FollowUpReason>;
  state: OpenEnum<'open' | 'snoozed' | 'done'>;
  urgent: boolean;
  urgentWhy: OpenEnum<UrgentWhy> | null;
  /** The other party; null when there is nobody to call, or the number was withheld. */
  number: string | null;
  contact: NamedParty | null;
  callId: string | null;
  /** What was said that asks for it. */
  entry: { ordinal: number; speaker: string; message: string } | null;
  what: string;
  note: string;
  dueAt: string;
  snoozedUntil: string | null;
  owner: Person | null;
  closed: { by: string | null; how: string; at: string } | null;
  /** The latest call back. */
  lastCall: { callId: string; live: boolean; by: string | null } | null;
  sandbox: boolean;
  /** Counts the changes; a change names the revision that it is based on. */
  revision: number;
  createdAt: string;
}

export interface Person {
  id: string;
  displayName: string;
}

export interface FollowUpCounts {
  open: number;
  urgent: number;
  mine: number;
  snoozed: number;
}

export interface FollowUpsPage {
  followUps: FollowUp[];
  hasMore: boolean;
  nextCursor: string | null;
}

export interface DeskPeople {
  people: Person[];
  /** Null while the server does not say who is asking. */
  me: Person | null;
  mailUrgent: boolean;
  /** Whether a mail server is connected. */
  mailPossible: boolean;
}

/** What the form of a call back starts with. */
export interface CallBack {
  agentId: string | null;
  phoneNumber: string;
  contactId: string | null;
  instructions: string;
}

/** Null without an id or a revision, which every change needs. */
export function parseFollowUp(value: unknown): FollowUp | null {
  const fields = asObject(value);
  const id = asString(fields?.id);
  const revision = asNumber(fields?.revision);
  return fields === null || id === null || revision === null ? null : followUpOf(fields, id, revision);
}

function followUpOf(fields: JsonObject, id: string, revision: number): FollowUp {
  return {
    id,
    reason: asString(fields.reason) ?? '',
    state: asString(fields.state) ?? 'open',
    urgent: fields.urgent === true,
    urgentWhy: asString(fields.urgentWhy),
    number: asString(fields.number),
    contact: parseNamedParty(fields.contact),
    callId: asString(fields.callId),
    entry: parseEntry(fields.entry),
    what: asString(fields.what) ?? '',
    note: asString(fields.note) ?? '',
    dueAt: asInstant(fields.dueAt) ?? '',
    snoozedUntil: asInstant(fields.snoozedUntil),
    owner: parsePerson(fields.owner),
    closed: parseClosed(fields.closed),
    lastCall: parseLastCall(fields.lastCall),
    sandbox: fields.sandbox === true,
    revision,
    createdAt: asInstant(fields.createdAt) ?? '',
  };
}

function parsePerson(value: unknown): Person | null {
  const fields = asObject(value);
  const id = asString(fields?.id);
  return id === null ? null : { id, displayName: asString(fields?.displayName) ?? id };
}

function parseEntry(value: unknown): FollowUp['entry'] {
  const fields = asObject(value);
  const ordinal = asNumber(fields?.ordinal);
  const message = asString(fields?.message);
  if (ordinal === null || message === null) return null;
  return { ordinal, speaker: asString(fields?.speaker) ?? 'unknown', message };
}

function parseClosed(value: unknown): FollowUp['closed'] {
  const fields = asObject(value);
  if (fields === null) return null;
  return {
    by: asString(asObject(fields.by)?.displayName),
    how: asString(fields.how) ?? '',
    at: asInstant(fields.at) ?? '',
  };
}

function parseLastCall(value: unknown): FollowUp['lastCall'] {
  const fields = asObject(value);
  const callId = asString(fields?.callId);
  if (fields === null || callId === null) return null;
  return { callId, live: fields.live === true, by: asString(asObject(fields.by)?.displayName) };
}

export function parseFollowUpsPage(body: unknown): FollowUpsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.followUps)) return undefined;
  const nextCursor = asString(fields.nextCursor);
  return {
    followUps: parseList(fields.followUps, 'follow-up', parseFollowUp),
    hasMore: fields.hasMore === true && nextCursor !== null,
    nextCursor,
  };
}

export function parseFollowUpResult(body: unknown): FollowUp | undefined {
  return parseFollowUp(asObject(body)?.followUp) ?? undefined;
}

export function parseFollowUpCounts(body: unknown): FollowUpCounts | undefined {
  const fields = asObject(body);
  const open = asNumber(fields?.open);
  if (fields === null || open === null) return undefined;
  const count = (name: string) => asNumber(fields[name]) ?? 0;
  return { open, urgent: count('urgent'), mine: count('mine'), snoozed: count('snoozed') };
}

export function parseDeskPeople(body: unknown): DeskPeople | undefined {
  const fields = asObject(body);
  const me = asObject(fields?.me);
  if (fields === null || !Array.isArray(fields.people)) return undefined;
  return {
    people: parseList(fields.people, 'person', parsePerson),
    me: parsePerson(me),
    mailUrgent: me?.mailUrgent === true,
    mailPossible: me?.mailPossible === true,
  };
}

export function parseCallBack(body: unknown): CallBack | undefined {
  const fields = asObject(body);
  const phoneNumber = asString(fields?.phoneNumber);
  if (fields === null || phoneNumber === null) return undefined;
  return {
    agentId: asString(fields.agentId),
    phoneNumber,
    contactId: asString(fields.contactId),
    instructions: asString(fields.instructions) ?? '',
  };
}
