import { isObject } from '@parley/contract';
import * as z from 'zod';
import { longestToolInput, type ToolDefinition, type ToolInput } from '../../ports/voice-tools.ts';

/** The input of a tool: JSON Schema for the providers, and the check of what a model sends. */
export interface ToolSchema {
  readonly parameters: ToolDefinition['parameters'];
  check(input: unknown): CheckedInput;
}

export type CheckedInput =
  | { readonly ok: true; readonly input: ToolInput }
  /** What is wrong, for the model. */
  | { readonly ok: false; readonly problem: string };

export function schemaOf(object: z.ZodObject): ToolSchema {
  const { $schema: _, ...parameters } = z.toJSONSchema(object);
  return { parameters, check: (input) => check(object, input) };
}

/** For tools that are data: a JSON Schema somebody has written. Throws for one that is not understood. */
export function schemaFromJson(parameters: ToolDefinition['parameters']): ToolSchema {
  if (parameters.type !== 'object') throw new Error('The input of a tool must be an object.');
  const object = z.fromJSONSchema(parameters);
  return { parameters, check: (input) => check(object, input) };
}

const longestProblem = 500;

function check(schema: z.ZodType, input: unknown): CheckedInput {
  if (!isObject(input)) return { ok: false, problem: 'The arguments are no JSON object, or too long.' };
  if (JSON.stringify(input).length > longestToolInput) return { ok: false, problem: 'Arguments too long.' };
  if (!isStorableInput(input)) return { ok: false, problem: 'The arguments hold invalid characters.' };
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, input: parsed.data as ToolInput };
  const problem = `The arguments do not fit: ${z.prettifyError(parsed.error)}`;
  return { ok: false, problem: problem.slice(0, longestProblem).toWellFormed() };
}

/** JSON writes NUL and lone surrogates, which the database does not store, as escapes. */
export function isStorableInput(input: ToolInput): boolean {
  return !/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(input));
}
