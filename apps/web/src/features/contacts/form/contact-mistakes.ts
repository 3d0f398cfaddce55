import { limits, phoneNumberSentence } from '@parley/contract';
import { isTooLong } from '../../../lib/text-count.ts';
import type { ContactDraft } from './contact-draft.ts';

export type ContactFieldName = 'name' | 'number' | 'notes' | 'agentNotes';

/** The number that somebody means by what is typed; null where it is none. */
export type ReadNumber = (typed: string) => string | null;

export type ContactMistakes = Partial<Record<ContactFieldName, string>>;

/** What keeps the form from being sent, by field, in the order of the form. */
export function mistakesOf(draft: ContactDraft, readNumber: ReadNumber): ContactMistakes {
  const mistakes: ContactMistakes = {};
  if (draft.name.trim() === '') mistakes.name = 'Enter a name.';
  else if (isTooLong(draft.name.trim(), limits.contactNameMax)) mistakes.name = 'The name is too long.';
  if (readNumber(draft.number) === null) mistakes.number = phoneNumberSentence;
  if (isTooLong(draft.notes, limits.contactNotesMax)) mistakes.notes = 'The notes are too long.';
  if (isTooLong(draft.agentNotes, limits.contactAgentNotesMax))
    mistakes.agentNotes = 'The notes are too long.';
  return mistakes;
}

/** Codes of the server that are about one field. */
const fieldsOfCodes: Readonly<Record<string, ContactFieldName>> = {
  invalid_phone_number: 'number',
  contact_exists: 'name',
  too_many_people: 'number',
};

export function fieldOfCode(code: string | null): ContactFieldName | null {
  return fieldsOfCodes[code ?? ''] ?? null;
}
