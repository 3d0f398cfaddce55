import * as z from 'zod/mini';
import { maxCharacters } from '../max-characters.ts';
import { toolLimits } from './limits.ts';
import { toolName } from './tool-name.ts';

const upTo = (max: number, what: string) =>
  z.string().check(maxCharacters(max, `${what} may have at most ${max.toLocaleString('en-US')} characters.`));

export const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof jsonObject>;

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const httpMethod = z.enum(httpMethods);
export type HttpMethod = z.infer<typeof httpMethod>;

export const secretName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{0,59}$/, 'A name has small letters, digits, - and _.'));

/** The value of a header: as it stands, or a secret of the vault after a fixed beginning such as "Bearer ". */
export const toolHeader = z.object({
  name: upTo(toolLimits.headerNameMax, 'The name of a header'),
  value: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: upTo(toolLimits.headerTextMax, 'A header') }),
    z.object({
      kind: z.literal('secret'),
      prefix: upTo(40, 'What stands before a secret'),
      secret: secretName,
    }),
  ]),
});
export type ToolHeader = z.infer<typeof toolHeader>;

export const toolHeaders = z
  .array(toolHeader)
  .check(z.maxLength(toolLimits.headersMax, `There may be at most ${toolLimits.headersMax} headers.`));

/** An input that the model never sees. */
export const toolConstant = z.object({
  name: z.string().check(z.maxLength(64)),
  value: z.union([upTo(toolLimits.constantTextMax, 'A constant'), z.number(), z.boolean(), z.null()]),
});

/** A part of the answer that later tool calls and the model know by a name; the path is like `slots.0.start`. */
export const toolVariable = z.object({
  name: z.string().check(z.maxLength(64)),
  path: upTo(toolLimits.variablePathMax, 'A path'),
});

/** How a tool behaves on a call, whatever it is reached by. */
export const toolConduct = {
  /** What the transcript says, such as "Looked up free times". Empty: its name in words. */
  title: upTo(toolLimits.titleMax, 'What the transcript says'),
  changes: z.boolean(),
  /** Whether the other side honours Idempotency-Key. */
  honoursKey: z.boolean(),
  limitSeconds: z.int().check(z.minimum(toolLimits.limitSecondsMin), z.maximum(toolLimits.limitSecondsMax)),
  /** Empty: what the agent says otherwise. */
  sayMeanwhile: upTo(toolLimits.sentenceMax, 'What is said meanwhile'),
  sayOnFailure: upTo(toolLimits.sentenceMax, 'What is said on failure'),
  /** Nothing is recorded while its answer is waited for: somebody may say or press the number of a card. */
  pausesRecording: z.optional(z.boolean()),
  /** Used in the sandbox and in tries in place of a tool that changes something. */
  sampleAnswer: upTo(toolLimits.sampleMax, 'A sample answer'),
  /** Whether a tool that changes something is carried out there all the same. */
  runInSandbox: z.boolean(),
};

/** An HTTP tool as somebody has set it up. `checkHttpTool` says what else must be true. */
export const httpToolConfig = z.object({
  schema: z.literal(1),
  kind: z.literal('http'),
  name: toolName,
  /** What it is for: the model reads this. */
  purpose: upTo(toolLimits.purposeMax, 'What it is for'),
  /** JSON Schema of an object. Those that are not in the address go to the query or the body. */
  inputs: jsonObject,
  method: httpMethod,
  /** With {placeholders} in path and query. */
  address: upTo(toolLimits.addressMax, 'The address'),
  headers: toolHeaders,
  constants: z.array(toolConstant).check(z.maxLength(toolLimits.constantsMax)),
  variables: z.array(toolVariable).check(z.maxLength(toolLimits.variablesMax)),
  sampleInput: jsonObject,
  ...toolConduct,
});
export type HttpToolConfig = z.infer<typeof httpToolConfig>;

/** What a new tool begins with. */
export function emptyHttpTool(name: string): HttpToolConfig {
  return {
    schema: 1,
    kind: 'http',
    name,
    purpose: '',
    inputs: { type: 'object', properties: {}, required: [], additionalProperties: false },
    method: 'GET',
    address: '',
    headers: [],
    constants: [],
    variables: [],
    sampleInput: {},
    ...emptyConduct(),
  };
}

export function emptyConduct(): ToolConduct {
  return {
    title: '',
    changes: false,
    honoursKey: false,
    limitSeconds: toolLimits.limitSecondsDefault,
    sayMeanwhile: '',
    sayOnFailure: '',
    sampleAnswer: '',
    runInSandbox: false,
  };
}

const conduct = z.object(toolConduct);
export type ToolConduct = z.infer<typeof conduct>;
