import * as z from 'zod/mini';

/**
 * `unknown`: of a tool that changes something, and nobody knows whether it was done. `refused`: never carried out.
 */
export const toolCallStates = ['running', 'done', 'refused', 'failed', 'timed_out', 'unknown'] as const;
export const toolCallState = z.enum(toolCallStates);
export type ToolCallState = z.infer<typeof toolCallState>;

/** How far the carrier says that a text message has come. */
export const textDelivery = z.enum(['sent', 'delivered', 'undelivered', 'failed']);
export type TextDelivery = z.infer<typeof textDelivery>;

/** A tool call, as the page of a call shows it. Constants and secrets are not in it. */
export const toolCall = z.object({
  id: z.string(),
  /** Its place between the entries of the transcript. */
  ordinal: z.number(),
  name: z.string(),
  /** Such as "Looked up free times". */
  title: z.string(),
  state: toolCallState,
  at: z.iso.datetime(),
  /** Null while it runs. */
  ms: z.nullable(z.number()),
  /** Nothing was carried out: the answer is the sample of the tool. */
  sample: z.boolean(),
  changes: z.boolean(),
  tries: z.int(),
  /** Null for those who may not see it, and where there is none. */
  input: z.nullable(z.unknown()),
  answer: z.nullable(z.string()),
  /** Of the text message that it has sent; null where it sent none, or nothing was reported yet. */
  delivery: z.optional(z.nullable(textDelivery)),
  /** Who asks whether it was done, or that the other party is told of it: the follow-up; null where nobody has to. */
  followUpId: z.optional(z.nullable(z.uuid())),
});
export type ShownToolCall = z.infer<typeof toolCall>;
