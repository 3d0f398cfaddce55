import * as z from 'zod/mini';
import { consentGiven } from '../contacts/contact.ts';
import { limits } from '../limits.ts';
import { isTimeZoneName } from '../organization/regions.ts';
import { attemptResult, recipientAttempt, recipientWait } from './running.ts';

/** What is wrong with a row and can be corrected, as screens say it. */
export const rowProblems = {
  no_number: 'There is no phone number.',
  not_a_number: 'This is not a phone number.',
  no_country: 'The number has no country. Write it with + and the country, or choose a country.',
  name_too_long: `A name may have at most ${limits.contactNameMax} characters.`,
  unknown_zone: 'This is not a time zone such as Europe/Berlin.',
  no_zone: 'The number does not tell in which time zone the person is. Choose it.',
  bad_consent: 'This is not a consent such as "sales: yes (written, 2026-10-13)".',
  no_consent_kind: 'A source or a date of consent is there, and not what it is for.',
  bad_consent_source: 'How consent was given is written, spoken, web or import.',
  bad_consent_date: 'This is not a day such as 2026-10-13 that has been.',
  no_consent_date: 'Sales calls need the day on which consent was given.',
  no_written_consent: 'Sales calls need consent in writing.',
  missing_value: 'A placeholder of the template has no value.',
  value_too_long: `A value may have at most ${limits.placeholderValueMax} characters.`,
  instructions_too_long: `With its values the template has more than ${limits.instructionsMax.toLocaleString('en-US')} characters.`,
  external_id_too_long: `An id of your own may have at most ${limits.externalIdMax} characters.`,
  unclosed_quote: 'A quotation mark is opened and never closed.',
  too_many_columns: 'The row has more columns than the first row.',
  not_text: 'The row holds characters that are not text.',
} as const;

/** Why nobody is called for a row. */
export const rowRefusals = {
  number_not_allowed: 'This is an emergency or a premium number.',
  own_number: 'This is a number of the organization itself.',
  repeated_person: 'This number with this name is in the file before.',
  do_not_call: 'The number is on the do-not-call list.',
  consent_refused: 'The person does not want calls for this purpose.',
} as const;
export type RowRefusal = keyof typeof rowRefusals;

export const rowReasons = { ...rowProblems, ...rowRefusals };
export type RowReason = keyof typeof rowReasons;
export const rowReason = z.enum(Object.keys(rowReasons) as [RowReason, ...RowReason[]]);

/** As screens say it. Somebody is called once only while `pending`. */
export const recipientStates = {
  pending: 'Will be called',
  to_fix: 'To fix',
  refused: 'Refused',
  held: 'Held',
  dialing: 'Being dialled',
  in_call: 'In a call',
  done: 'Done',
  exhausted: 'Not reached',
  suppressed: 'Taken out',
  canceled: 'Canceled',
} as const;
export type RecipientState = keyof typeof recipientStates;
export const recipientState = z.enum(Object.keys(recipientStates) as [RecipientState, ...RecipientState[]]);

/** How the time zone was found: somebody chose it, in the file, at the contact, or by the beginning of the number. */
export const zoneSource = z.enum(['hand', 'file', 'contact', 'number', 'sandbox']);
export type ZoneSource = z.infer<typeof zoneSource>;

/**
 * Consent as the row says it. `undated`: the row names no day, and `at` is that of the import. Whoever gave it has done so
 * earlier, so it never counts against what has a day; a refusal does.
 */
export const recipientConsent = z.object({ ...consentGiven.shape, undated: z.optional(z.boolean()) });
export type RecipientConsent = z.infer<typeof recipientConsent>;

/** A row of the file and the person in it. */
export const recipient = z.object({
  /** As a spreadsheet counts. */
  row: z.int(),
  state: recipientState,
  reason: z.nullable(rowReason),
  /** What the reason is about: the cell, or the name of the placeholder. */
  detail: z.string(),
  /** In E.164 format; null where it could not be read. */
  number: z.nullable(z.string()),
  name: z.string(),
  /** All in which the person may be: it must be open in each of them. */
  zones: z.array(z.string()),
  zoneSource: z.nullable(zoneSource),
  consent: z.array(recipientConsent),
  externalId: z.string(),
  notes: z.string(),
  /** As they stand in the file. */
  cells: z.array(z.string()),
  /** Calls that were begun. */
  attempts: z.int(),
  /** When somebody who waits may be called next. */
  nextAt: z.nullable(z.iso.datetime()),
  /** Why somebody waits, is held, or is not called any more; `zone`: where the hours are closed. */
  waits: z.nullable(z.object({ reason: recipientWait, zone: z.nullable(z.string()) })),
  /** Of the last call. */
  result: z.nullable(attemptResult),
  /** Of the last call; null also where it was deleted. */
  callId: z.nullable(z.uuid()),
  /** In the list of rows: somebody else who will be called has this number, too. They are called one after the other. */
  shared: z.optional(z.boolean()),
});
export type Recipient = z.infer<typeof recipient>;

/** The columns of a file that mean something beside the placeholders. */
export const recipientColumns = [
  'number',
  'name',
  'lastName',
  'timeZone',
  'consent',
  'consentSource',
  'consentDate',
  'externalId',
  'notes',
] as const;
export type RecipientColumn = (typeof recipientColumns)[number];

const index = z.nullable(z.int().check(z.minimum(0), z.maximum(limits.importColumnsMax - 1)));
export const recipientFileColumns = z.object({
  ...{ number: index, name: index, lastName: index, timeZone: index },
  consent: index,
  /** Where consent stands in columns of its own. Servers and programs of the release before leave these out. */
  ...{ consentSource: z.optional(index), consentDate: z.optional(index) },
  ...{ externalId: index, notes: index },
});
export type RecipientFileColumns = z.infer<typeof recipientFileColumns>;

const cell = z.string().check(z.maxLength(limits.importRowCharactersMax));
const cells = z.array(cell).check(z.maxLength(limits.importColumnsMax));

/** A row as `readCsv` gives it. */
export const fileRow = z.object({
  row: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  cells,
  problem: z.nullable(z.enum(['unclosed_quote', 'too_many_columns', 'not_text'])),
});

export const addRowsBody = z.object({
  /** Of the file as it was described last: rows of another one are refused. */
  file: z.int(),
  rows: z
    .array(fileRow)
    .check(
      z.minLength(1, 'There are no rows.'),
      z.maxLength(limits.campaignRowsAtOnce, `Send at most ${limits.campaignRowsAtOnce} rows at a time.`),
    ),
});
export const mendRecipientBody = z.object({
  /** The file that the row was read from: a row of another one, with the same number, is not changed. */
  file: z.int(),
  cells,
  /** Where the person is, for a file without a column for it; null or absent: as the contact or the number say. */
  timeZone: z.optional(
    z.nullable(z.string().check(z.refine(isTimeZoneName, 'Choose a time zone such as Europe/Berlin.'))),
  ),
  /** The row as it was when somebody began to change it: what others have made of it meanwhile is not overwritten. */
  seen: z.optional(z.object({ cells, timeZone: z.nullable(z.string()) })),
});
export const recipientResponse = z.object({ recipient });
export const recipientWithAttemptsResponse = z.object({ recipient, attempts: z.array(recipientAttempt) });

export const recipientsQuery = z.object({
  state: z.optional(recipientState),
  reason: z.optional(rowReason),
  result: z.optional(attemptResult),
  waits: z.optional(recipientWait),
  /** `true`: those alone who share their number. */
  shared: z.optional(z.enum(['true', 'false'])),
  /** The last row of the page before. */
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)), 0),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.recipientsPageMax)),
    limits.pageSize,
  ),
});
export type RecipientsQuery = z.infer<typeof recipientsQuery>;
export const recipientsResponse = z.object({ recipients: z.array(recipient), hasMore: z.boolean() });
