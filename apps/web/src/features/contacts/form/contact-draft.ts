import type { ConsentGiven, Contact, ContactBody } from '@parley/contract';
import { asObject, asString } from '../../../lib/parsing/json.ts';

/** What is typed; the empty text stands for a language or zone that is not known. */
export interface ContactDraft {
  name: string;
  number: string;
  language: string;
  timeZone: string;
  consent: readonly ConsentGiven[];
  notes: string;
  agentNotes: string;
}

export function emptyContact(number = ''): ContactDraft {
  return { name: '', number, language: '', timeZone: '', consent: [], notes: '', agentNotes: '' };
}

export function draftOfContact({ name, number, language, timeZone, ...rest }: Contact): ContactDraft {
  const { consent, notes, agentNotes } = rest;
  return { name, number, language: language ?? '', timeZone: timeZone ?? '', consent, notes, agentNotes };
}

/** `number` is the one that was understood from what is typed. */
export function bodyOf(draft: ContactDraft, number: string): ContactBody {
  const { name, language, timeZone, consent, notes, agentNotes } = draft;
  return {
    number,
    name: name.trim(),
    language: language === '' ? null : language,
    timeZone: timeZone === '' ? null : timeZone,
    consent: [...consent],
    notes,
    agentNotes,
  };
}

export function isSameDraft(one: ContactDraft, other: ContactDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What was left unsaved. Consent is not kept: it is a statement, which nobody should make by accident. */
export function parseContactDraft(stored: unknown): ContactDraft | null {
  const fields = asObject(stored);
  if (fields === null) return null;
  const text = (name: keyof ContactDraft) => asString(fields[name]) ?? '';
  return {
    name: text('name'),
    number: text('number'),
    language: text('language'),
    timeZone: text('timeZone'),
    consent: [],
    notes: text('notes'),
    agentNotes: text('agentNotes'),
  };
}
