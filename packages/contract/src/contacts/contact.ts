import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';
import { isTimeZoneName } from '../organization/regions.ts';
import { isLanguageTag } from '../speech/language-tag.ts';
import { contactName } from './contact-name.ts';

const instant = z.iso.datetime();

/** What a call may be about, as consent is given for it. */
export const consentPurposes = {
  service: 'Service',
  reminder: 'Reminders',
  survey: 'Surveys',
  sales: 'Sales',
} as const;
export type ConsentPurpose = keyof typeof consentPurposes;

export const consentSources = {
  written: 'in writing',
  spoken: 'on the phone',
  web: 'on a web page',
  import: 'from an import',
} as const;
export type ConsentSource = keyof typeof consentSources;

export const consentGiven = z.object({
  purpose: z.enum(Object.keys(consentPurposes) as [ConsentPurpose, ...ConsentPurpose[]]),
  /** False: it was refused or withdrawn. */
  given: z.boolean(),
  source: z.enum(Object.keys(consentSources) as [ConsentSource, ...ConsentSource[]]),
  at: z.iso.date(),
});
export type ConsentGiven = z.infer<typeof consentGiven>;

/** A number with a name. More than one person may have a number: it is then shared. */
export const contact = z.object({
  id: z.uuid(),
  number: z.string(),
  name: z.string(),
  language: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  consent: z.array(consentGiven),
  /** Only the desk sees these. */
  notes: z.string(),
  /** The agent is told these on calls to this person. */
  agentNotes: z.string(),
  source: z.enum(['hand', 'import', 'call']),
  /** Counts the changes. A change names the revision that it is based on. */
  revision: z.int(),
  createdAt: instant,
  changedAt: instant,
});
export type Contact = z.infer<typeof contact>;

const thousands = (amount: number) => amount.toLocaleString('en-US');

export const tooManyContactsSentence = `An organization may have at most ${thousands(limits.contactsMax)} contacts.`;
export const tooManyPeopleSentence = `A number may have at most ${limits.contactsPerNumberMax} contacts.`;

export const contactBody = z.object({
  number: z.string().check(z.maxLength(64)),
  name: contactName,
  language: z.nullable(z.string().check(z.refine(isLanguageTag, 'Choose a language such as en-US.'))),
  timeZone: z.nullable(
    z
      .string()
      .check(
        z.maxLength(64, 'Choose a time zone of the list.'),
        z.refine(isTimeZoneName, 'Choose a time zone such as Europe/Berlin.'),
      ),
  ),
  consent: z
    .array(consentGiven)
    .check(
      z.refine(
        (list) => new Set(list.map(({ purpose }) => purpose)).size === list.length,
        'Say once for each purpose whether there is consent.',
      ),
    ),
  notes: z
    .string()
    .check(
      maxCharacters(
        limits.contactNotesMax,
        `Notes may have at most ${thousands(limits.contactNotesMax)} characters.`,
      ),
    ),
  agentNotes: z
    .string()
    .check(
      maxCharacters(
        limits.contactAgentNotesMax,
        `Notes for the agent may have at most ${thousands(limits.contactAgentNotesMax)} characters.`,
      ),
    ),
});
export type ContactBody = z.infer<typeof contactBody>;

export const changeContactBody = z.extend(contactBody, { revision: z.int().check(z.minimum(1)) });
export type ChangeContactBody = z.infer<typeof changeContactBody>;

export const contactResponse = z.object({ contact });
/** With what is gone, so that it can be made again. */
export const deleteContactResponse = z.object({ deleted: z.literal(true), contact });
/** `details` of `contact_changed`: as it is now. */
export const contactConflict = z.object({ contact });

export const contactsQuery = z.object({
  search: z.optional(z.string().check(z.maxLength(limits.contactSearchMax))),
  /** `nextCursor` of the page before. */
  after: z.optional(z.string().check(z.maxLength(1_000))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax)),
    limits.contactsPageSize,
  ),
});
export type ContactsQuery = z.infer<typeof contactsQuery>;

/** A row of the list. */
export const listedContact = z.extend(contact, {
  /** Whether the number is on the do-not-call list. */
  doNotCall: z.boolean(),
});
export type ListedContact = z.infer<typeof listedContact>;

export const contactsResponse = z.object({
  contacts: z.array(listedContact),
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
  /** Of all contacts, whatever was searched for. */
  total: z.int(),
});
export type ContactsResponse = z.infer<typeof contactsResponse>;

export const suggestionsQuery = z.object({ text: z.string().check(z.maxLength(limits.contactSearchMax)) });
export const suggestion = z.object({ id: z.uuid(), name: z.string(), number: z.string() });
export type Suggestion = z.infer<typeof suggestion>;
export const suggestionsResponse = z.object({ suggestions: z.array(suggestion) });

export const exportContactsQuery = z.object({
  afterId: z.optional(z.uuid()),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.contactsExportPageMax)),
    limits.contactsExportPageMax,
  ),
});
/** By id, so in the order in which they were made. */
export const exportContactsResponse = z.object({
  contacts: z.array(contact),
  nextCursor: z.nullable(z.uuid()),
});
