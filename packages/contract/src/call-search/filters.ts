import * as z from 'zod/mini';
import { type CallReason, callReasons } from '../call-reasons.ts';
import { callStatuses } from '../call-statuses.ts';
import { maxCharacters } from '../max-characters.ts';
import { type CallResult, callResults } from '../outcomes/outcome.ts';
import { listSeparator } from './filter-names.ts';

export const searchLimits = {
  /** Of what is searched for, in characters. */
  textMax: 200,
  /** Words, phrases and numbers of one search. */
  termsMax: 12,
  /** Values of one filter. */
  valuesMax: 50,
  secondsMax: 24 * 60 * 60,
  valueMax: 500,
} as const;

/** In a query `a,b`, in a body a list. */
function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.optional(
    z.pipe(
      z.transform((given: unknown) => (typeof given === 'string' ? given.split(listSeparator) : given)),
      z
        .array(item, 'A filter takes one value or several with commas between them.')
        .check(
          z.minLength(1, 'A filter without a value is left out.'),
          z.maxLength(
            searchLimits.valuesMax,
            `A filter may have at most ${searchLimits.valuesMax} values at once.`,
          ),
        ),
    ),
  );
}

const reasonNames = Object.keys(callReasons) as [CallReason, ...CallReason[]];
const resultNames = Object.keys(callResults) as [CallResult, ...CallResult[]];

const dateSentence = 'A date is written as 2026-10-13.';
const day = z.optional(
  // There was no year zero, as the database knows.
  z.iso.date(dateSentence).check(z.refine((date) => date >= '0001-01-01', dateSentence)),
);

const secondsSentence = `A length is a whole number of seconds up to ${searchLimits.secondsMax}.`;
const seconds = z.optional(
  z.coerce
    .number(secondsSentence)
    .check(
      z.int(secondsSentence),
      z.minimum(0, secondsSentence),
      z.maximum(searchLimits.secondsMax, secondsSentence),
    ),
);

const idText = (sentence: string) =>
  z.string(sentence).check(z.minLength(1, sentence), z.maxLength(200, sentence));
/** Compared as text: in small letters, as ids are stored. */
const uuid = (sentence: string) => z.uuid(sentence).check(z.toLowerCase());

const versionSentence = 'A version is a whole number from 1.';

/** What a call has to be to be found. All are optional; a call has to fit every one that is given. */
export const callFilterFields = {
  /** Words, "phrases", a name, digits of a number, an id. */
  q: z.optional(
    z
      .string()
      .check(
        maxCharacters(searchLimits.textMax, `A search may have at most ${searchLimits.textMax} characters.`),
      ),
  ),
  status: listOf(z.enum(callStatuses, `A status is one of: ${callStatuses.join(', ')}.`)),
  reason: listOf(z.enum(reasonNames, 'This is not a reason that a call can have.')),
  direction: z.optional(z.enum(['inbound', 'outbound'], 'A direction is inbound or outbound.')),
  agent: listOf(idText('An agent is named by its id.')),
  /** Of the one agent that is named. */
  version: listOf(
    z.coerce.number(versionSentence).check(z.int(versionSentence), z.minimum(1, versionSentence)),
  ),
  /** The first and the last day, in the time zone of the organization. */
  from: day,
  to: day,
  /** Seconds of the conversation; calls that nobody answered have no length. */
  shortest: seconds,
  longest: seconds,
  /** The id of an outcome field, and the value that counts: the correction, or else what was read. */
  field: z.optional(idText('An outcome field is named by its id.')),
  value: z.optional(
    z
      .string()
      .check(
        maxCharacters(
          searchLimits.valueMax,
          `The value of a field may have at most ${searchLimits.valueMax} characters.`,
        ),
      ),
  ),
  result: listOf(z.enum(resultNames, `A result is one of: ${resultNames.join(', ')}.`)),
  template: listOf(uuid('A template is named by its id.')),
  /** Chosen for the call, or with the number of the other party. */
  contact: z.optional(uuid('A contact is named by its id.')),
  placedBy: listOf(idText('A person is named by the id of the account.')),
  sandbox: z.optional(z.enum(['yes', 'no'], 'The filter for the sandbox is yes or no.')),
};

interface Related {
  readonly agent?: readonly string[] | undefined;
  readonly version?: readonly number[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly shortest?: number | undefined;
  readonly longest?: number | undefined;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
}

/** What is wrong with filters that are right one by one; null: nothing. */
export function filterConflict(filters: Related): string | null {
  const { agent, version, from, to, shortest, longest, field, value } = filters;
  if (version && agent?.length !== 1) return 'A version needs the one agent that it belongs to.';
  if (from !== undefined && to !== undefined && from > to) return 'The first day is after the last one.';
  if (shortest !== undefined && longest !== undefined && shortest > longest) {
    return 'The shortest length is above the longest one.';
  }
  if ((field === undefined) !== (value === undefined)) return 'An outcome field and its value go together.';
  return null;
}

export const fitTogether = z.check<Related>(({ value, issues }) => {
  const sentence = filterConflict(value);
  if (sentence !== null) issues.push({ code: 'custom', message: sentence, input: value });
});

/** In a body too: exports and saved views. Values may be given as in a query. */
export const callFilters = z.object(callFilterFields).check(fitTogether);
export type CallFilters = z.infer<typeof callFilters>;
