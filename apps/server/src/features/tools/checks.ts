import {
  checkHeaders,
  checkHttpTool,
  type HttpToolConfig,
  problemOf,
  type ToolHeader,
  type ToolProblem,
} from '@parley/contract';
import * as z from 'zod';
import { AppError } from '../../errors.ts';
import type { HostGuard } from '../../lib/host-guard.ts';
import { addressTemplateProblem, placeholdersOf } from '../../lib/tool-requests/address-template.ts';

/** Throws `tool_invalid` with everything that is wrong, or `host_not_allowed`. `variables` are what other tools give. */
export function assertToolValid(
  config: HttpToolConfig,
  variables: readonly string[],
  guard: HostGuard,
): void {
  const problems = checkHttpTool(config, variables);
  const unread = addressTemplateProblem(config.address);
  if (unread !== null && !problems.some(({ path }) => path === 'address'))
    problems.push({ path: 'address', sentence: unread });
  if (!isUnderstood(config.inputs) && !problems.some(({ path }) => path === 'inputs'))
    problems.push({ path: 'inputs', sentence: 'The schema of the inputs is none that is understood.' });
  assertNone(problems);
  // Placeholders stand behind the host, so whatever fills them the host is this one.
  assertHostAllowed(guard, config.address.replaceAll(/\{[^{}]*\}/g, 'x'));
}

/** The same for the address and the headers of an MCP server. */
export function assertServerValid(address: string, headers: readonly ToolHeader[], guard: HostGuard): void {
  const problem = addressTemplateProblem(address);
  const sentence =
    placeholdersOf(address).length > 0 ? 'The address of a server has no placeholders.' : problem;
  assertNone([...(sentence === null ? [] : [{ path: 'address', sentence }]), ...checkHeaders([...headers])]);
  assertHostAllowed(guard, address);
}

function assertNone(problems: readonly ToolProblem[]): void {
  const [first] = problems;
  if (first) throw new AppError('tool_invalid', first.sentence, { details: { problems } });
}

/** As far as can be told without asking a name server; names are judged again with each connection. */
export function assertHostAllowed(guard: HostGuard, address: string): void {
  const refusal = guard.refusalOf(address);
  if (refusal === null) return;
  if (refusal === 'not_https')
    throw new AppError('host_not_allowed', 'Begin the address with https: what callers say is sent to it.');
  if (refusal === 'invalid' || refusal === 'login')
    throw new AppError('host_not_allowed', 'This is no address that can be connected to.');
  const { sentence, remedy } = problemOf('host_not_allowed', { host: URL.parse(address)?.hostname ?? '' });
  throw new AppError('host_not_allowed', `${sentence} ${remedy}`);
}

function isUnderstood(schema: HttpToolConfig['inputs']): boolean {
  return parserOf(schema) !== null;
}

function parserOf(schema: HttpToolConfig['inputs']): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return null;
  }
}

/** What is wrong with inputs; null: they fit the schema, or it is one that only its service understands. */
export function inputProblem(schema: HttpToolConfig['inputs'], input: unknown): string | null {
  const parsed = parserOf(schema)?.safeParse(input);
  if (!parsed || parsed.success) return null;
  return `These inputs do not fit: ${z.prettifyError(parsed.error)}`.slice(0, 500);
}
