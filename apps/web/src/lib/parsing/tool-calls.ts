import { asInstant, asNumber, asObject, asString, type OpenEnum } from './json.ts';

/** A tool that the agent used in a call. */
export interface ToolCall {
  id: string;
  /** Its place between the entries of the transcript. */
  ordinal: number;
  /** What it did, such as "Looked up free times". */
  title: string;
  state: OpenEnum<'running' | 'done' | 'refused' | 'failed' | 'timed_out' | 'unknown'>;
  at: string;
  ms: number | null;
  /** The sample answer was used: nothing was asked of anybody. */
  sample: boolean;
  tries: number;
  /** Null for those who may not see them. */
  input: unknown;
  answer: string | null;
  /** How far the text message has come that it sent. */
  delivery: OpenEnum<'sent' | 'delivered' | 'undelivered' | 'failed'> | null;
  /** Where somebody is asked to check it, or to tell them of it. */
  followUpId: string | null;
}

export function parseShownToolCall(value: unknown): ToolCall | null {
  const fields = asObject(value);
  const id = asString(fields?.id);
  if (fields === null || id === null) return null;
  return {
    id,
    ordinal: asNumber(fields.ordinal) ?? Number.POSITIVE_INFINITY,
    title: asString(fields.title) ?? asString(fields.name) ?? 'Used a tool',
    state: asString(fields.state) ?? 'done',
    at: asInstant(fields.at) ?? '',
    ms: asNumber(fields.ms),
    sample: fields.sample === true,
    tries: asNumber(fields.tries) ?? 1,
    input: fields.input ?? null,
    answer: asString(fields.answer),
    delivery: asString(fields.delivery),
    followUpId: asString(fields.followUpId),
  };
}
