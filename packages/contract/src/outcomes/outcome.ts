import * as z from 'zod/mini';
import { outcomeField } from './outcome-field.ts';

/** Was the goal of the call reached, as screens say it. */
export const callResults = {
  reached: 'Goal reached',
  partly: 'Partly reached',
  not: 'Not reached',
} as const;
export type CallResult = keyof typeof callResults;

export const callResult = z.enum(Object.keys(callResults) as [CallResult, ...CallResult[]]);

export const outcomeLimits = {
  /** Of a value of the type text. */
  textMax: 500,
  sentenceMax: 200,
  /** Of an outcome as it is stored. */
  bytesMax: 32_000,
} as const;

/** A date is `YYYY-MM-DD` and a time `HH:MM`, both as a clock in `zone` of the outcome shows them. */
export const outcomeValue = z.union([
  z.boolean(),
  z.string().check(z.maxLength(outcomeLimits.textMax * 2)),
  z.number(),
]);
export type OutcomeValue = z.infer<typeof outcomeValue>;

const quotation = { entry: z.int(), quote: z.string() };

/** Where the value stands in the transcript, word for word. With `question` it is a yes to what the agent had asked. */
export const entryProof = z.object({
  kind: z.literal('entry'),
  ...quotation,
  question: z.nullable(z.object(quotation)),
});
export type EntryProof = z.infer<typeof entryProof>;

/** Where it stands in the answer of a tool call that was carried out. */
export const toolProof = z.object({ kind: z.literal('tool'), toolCall: z.string(), quote: z.string() });
export type ToolProof = z.infer<typeof toolProof>;

export const proof = z.discriminatedUnion('kind', [entryProof, toolProof]);
export type Proof = z.infer<typeof proof>;

export const provedValue = z.object({ field: z.string(), value: outcomeValue, proof });
export type ProvedValue = z.infer<typeof provedValue>;

/** What came of a call, as it was read from it. It keeps the fields that it was made with. */
export const callOutcome = z.object({
  version: z.literal(1),
  /** Counts from 0; each "run again" is the next. */
  run: z.int(),
  by: z.enum(['rules', 'model']),
  zone: z.string(),
  /** Null: nobody spoke, or it could not be told. */
  result: z.nullable(callResult),
  sentence: z.nullable(z.string()),
  fields: z.array(outcomeField),
  values: z.array(provedValue),
});
export type CallOutcome = z.infer<typeof callOutcome>;

/** The name of the overall result among the fields of a correction. */
export const resultField = 'result';

/** What a person says instead. It stands beside the value that was read, and stays through every run. */
export const correction = z.object({
  /** The id of a field, or `result`. */
  field: z.string(),
  /** Null: not known. */
  value: z.nullable(outcomeValue),
  revision: z.int(),
  by: z.nullable(z.object({ displayName: z.string() })),
  at: z.iso.datetime(),
});
export type Correction = z.infer<typeof correction>;

export const outcomeState = z.enum(['none', 'pending', 'ready', 'failed']);
export type OutcomeState = z.infer<typeof outcomeState>;

export const shownOutcome = z.object({
  state: outcomeState,
  outcome: z.nullable(callOutcome),
  corrections: z.array(correction),
  /** Whether "run again" would ask for something else. */
  fieldsChanged: z.boolean(),
});
export type ShownOutcome = z.infer<typeof shownOutcome>;

/** `revision` is that of the correction that is changed; 0 where there is none. */
export const correctOutcomeBody = z.object({
  revision: z.int().check(z.minimum(0)),
  value: z.nullable(outcomeValue),
});
export type CorrectOutcomeBody = z.infer<typeof correctOutcomeBody>;

export const withdrawCorrectionQuery = z.object({
  revision: z.coerce.number().check(z.int(), z.minimum(1)),
});
