import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { countryCodes } from '../organization/regions.ts';

/** How a number came on the list. */
export const doNotCallSources = {
  call: 'Asked on a call',
  hand: 'Added by hand',
  import: 'Imported',
  command: 'Added on the command line',
  erasure: 'Kept when the person was erased',
} as const;
export type DoNotCallSource = keyof typeof doNotCallSources;

/** A number that is never called. */
export const doNotCallEntry = z.object({
  id: z.uuid(),
  /** Null: the number was erased, and only a digest of it is kept. */
  number: z.nullable(z.string()),
  source: z.enum(Object.keys(doNotCallSources) as [DoNotCallSource, ...DoNotCallSource[]]),
  /** The call in which it was asked for; null as well when that call is gone. */
  callId: z.nullable(z.uuid()),
  /** Asked for by somebody who called in: the number that a caller shows can be forged. It is not called either way. */
  unconfirmed: z.boolean(),
  addedBy: z.nullable(z.object({ displayName: z.string() })),
  createdAt: z.iso.datetime(),
});
export type DoNotCallEntry = z.infer<typeof doNotCallEntry>;

export const doNotCallQuery = z.object({
  /** Digits of the number, or the whole number. */
  search: z.optional(z.string().check(z.maxLength(limits.doNotCallSearchMax))),
  /** Only those that nobody has confirmed. */
  unconfirmed: z.optional(z.enum(['true', 'false'])),
  /** `nextCursor` of the page before. */
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax)),
    limits.doNotCallPageSize,
  ),
});
export type DoNotCallQuery = z.infer<typeof doNotCallQuery>;

export const doNotCallResponse = z.object({
  entries: z.array(doNotCallEntry),
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
  /** Of all entries, whatever was searched for. */
  total: z.int(),
  unconfirmed: z.int(),
});
export type DoNotCallPage = z.infer<typeof doNotCallResponse>;

export const addDoNotCallBody = z.object({ number: z.string().check(z.maxLength(64)) });
/** `added`: false where the number was on the list already. */
export const addDoNotCallResponse = z.object({ entry: doNotCallEntry, added: z.boolean() });
export const doNotCallEntryResponse = z.object({ entry: doNotCallEntry });

/** Why a number may be called again. A word of this list, because the audit log holds no sentences of people. */
export const doNotCallRemovalReasons = {
  asked: 'The person wants to be called again',
  mistake: 'It was added by mistake',
  forged: 'Somebody else asked for it, with a forged number',
  reassigned: 'The number belongs to somebody else now',
} as const;
export type DoNotCallRemovalReason = keyof typeof doNotCallRemovalReasons;

export const removeDoNotCallBody = z.object({
  reason: z.enum(
    Object.keys(doNotCallRemovalReasons) as [DoNotCallRemovalReason, ...DoNotCallRemovalReason[]],
    { error: 'Say why the number may be called again.' },
  ),
});
export const removeDoNotCallResponse = z.object({ removed: z.literal(true), entry: doNotCallEntry });

/** What is wrong with a row of a file. */
export const doNotCallRowErrors = {
  no_number: 'There is no phone number.',
  not_a_number: 'This is not a phone number.',
  no_country: 'The number has no country. Write it with + and the country, or choose a country.',
} as const;
export type DoNotCallRowErrorCode = keyof typeof doNotCallRowErrors;

export const doNotCallRowError = z.object({
  row: z.int(),
  code: z.enum(Object.keys(doNotCallRowErrors) as [DoNotCallRowErrorCode, ...DoNotCallRowErrorCode[]]),
  value: z.string(),
});
export type DoNotCallRowError = z.infer<typeof doNotCallRowError>;

/** Some rows of a file. They can be sent again: a number is on the list once. */
export const importDoNotCallBody = z.object({
  rows: z
    .array(
      z.object({
        row: z.int().check(z.minimum(1), z.maximum(10_000_000)),
        number: z.string().check(z.maxLength(200)),
      }),
    )
    .check(z.minLength(1, 'There are no rows.'), z.maxLength(limits.doNotCallImportRowsMax)),
  /** Of numbers without a country; null: they are refused. */
  country: z.nullable(
    z.string().check(z.refine((code) => countryCodes.includes(code), 'Choose a country of the list.')),
  ),
});
export const importDoNotCallResponse = z.object({
  added: z.int(),
  /** On the list already, or more than once in these rows. */
  present: z.int(),
  refused: z.array(doNotCallRowError),
});
export type ImportedDoNotCall = z.infer<typeof importDoNotCallResponse>;

export const exportDoNotCallQuery = z.object({
  after: z.optional(z.string().check(z.maxLength(200))),
});
export const exportDoNotCallResponse = z.object({
  entries: z.array(doNotCallEntry),
  nextCursor: z.nullable(z.string()),
});

export const tooManyNumbersSentence = `The do-not-call list may have at most ${limits.doNotCallMax.toLocaleString('en-US')} numbers.`;
