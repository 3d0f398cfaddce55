import * as z from 'zod/mini';
import { httpMethod, httpToolConfig, jsonObject, secretName } from './http-tool.ts';
import { toolLimits } from './limits.ts';

const instant = z.iso.datetime();
const person = z.object({ displayName: z.string() });

/** A row of the list of tools. */
export const toolSummary = z.object({
  id: z.uuid(),
  kind: z.literal('http'),
  name: z.string(),
  purpose: z.string(),
  method: httpMethod,
  /** Without path and query. */
  host: z.string(),
  changes: z.boolean(),
  /** How many agents use it, in their draft or their published version. */
  usedBy: z.int(),
  /** Why it cannot work as it is, such as a secret that is missing. */
  problem: z.nullable(z.string()),
  /** Counts the changes. A change names the revision that it is based on. */
  revision: z.int(),
  changedAt: instant,
});
export type ToolSummary = z.infer<typeof toolSummary>;

export const tool = z.extend(toolSummary, {
  config: httpToolConfig,
  createdAt: instant,
  /** Null: the person was erased. */
  changedBy: z.nullable(person),
  agents: z.array(z.object({ id: z.string(), displayName: z.string() })),
});
export type Tool = z.infer<typeof tool>;

export const toolsResponse = z.object({ tools: z.array(toolSummary) });
export const toolResponse = z.object({ tool });
export const createToolBody = z.object({ config: httpToolConfig });
export const saveToolBody = z.object({ revision: z.int().check(z.minimum(1)), config: httpToolConfig });
export const deleteToolQuery = z.object({ revision: z.coerce.number().check(z.int(), z.minimum(1)) });

/** In `details` of `tool_in_use`, `tool_secret_in_use` and `tool_invalid`. */
export const toolInUseDetails = z.object({ agents: z.array(z.string()) });
export const secretInUseDetails = z.object({ tools: z.array(z.string()) });
export const toolInvalidDetails = z.object({
  problems: z.array(z.object({ path: z.string(), sentence: z.string() })),
});

/** Of a tool as it stands in the form, saved or not, or of one that an MCP server has. */
export const tryToolBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('http'), config: httpToolConfig, input: jsonObject }),
  z.object({ kind: z.literal('mcp'), server: z.uuid(), name: z.string(), input: jsonObject }),
]);
export type TryToolBody = z.infer<typeof tryToolBody>;

/** Values of headers that are secrets are masked. */
export const tryToolResponse = z.object({
  /** What was sent, or with a sample what would be. Null: no request can be made of these inputs. */
  request: z.nullable(
    z.object({
      method: z.string(),
      url: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body: z.nullable(z.string()),
    }),
  ),
  answer: z.nullable(
    z.object({ status: z.nullable(z.int()), contentType: z.string(), body: z.string(), cut: z.boolean() }),
  ),
  /** The answer is the sample: a tool that changes something is not carried out in a try, unless it says so. */
  sample: z.boolean(),
  ms: z.int(),
  problem: z.nullable(z.string()),
  variables: jsonObject,
});
export type TryToolResponse = z.infer<typeof tryToolResponse>;

/** The document itself, or where it is. JSON or YAML. */
export const readOpenApiBody = z.union(
  [
    z.object({ document: z.string().check(z.maxLength(toolLimits.openApiBytesMax)) }),
    z.object({ address: z.string().check(z.maxLength(toolLimits.addressMax)) }),
  ],
  'Send a document, or the address of one.',
);
export type ReadOpenApiBody = z.infer<typeof readOpenApiBody>;

export const openApiOperation = z.object({
  operationId: z.string(),
  method: httpMethod,
  path: z.string(),
  summary: z.string(),
  /** To be looked at and saved. Null where no tool can be made of it; `problem` says why. */
  tool: z.nullable(httpToolConfig),
  problem: z.nullable(z.string()),
});
export type OpenApiOperation = z.infer<typeof openApiOperation>;

export const readOpenApiResponse = z.object({ title: z.string(), operations: z.array(openApiOperation) });

export const toolSecret = z.object({
  name: z.string(),
  setAt: instant,
  /** Null: the person was erased. */
  setBy: z.nullable(person),
  /** The names of the tools and MCP servers that send it. */
  usedBy: z.array(z.string()),
});
export type ToolSecret = z.infer<typeof toolSecret>;

export const toolSecretsResponse = z.object({ secrets: z.array(toolSecret) });
export const toolSecretParam = z.object({ name: secretName });
export const putToolSecretBody = z.object({
  value: z.string().check(
    // What is shorter could not be masked where a service repeats it.
    z.minLength(4, 'A secret has at least 4 characters.'),
    z.maxLength(toolLimits.secretValueMax),
    z.regex(/^[\t\x20-\x7e]+$/, 'A secret is one line of plain characters.'),
  ),
});
