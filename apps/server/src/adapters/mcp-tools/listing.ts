import { isObject } from '@parley/contract';
import { mcpToolHash } from '../../lib/mcp-hash.ts';
import { isStorable } from '../../lib/storable-text.ts';
import { withoutSecrets } from '../../lib/tool-requests/answer-text.ts';
import type { ListedMcpTool } from '../../ports/mcp-directory.ts';
import { greet, type McpConnection, type McpProtocol, type RpcOutcome, request } from './connection.ts';
import { parsed } from './messages.ts';

export type Listing =
  | { readonly kind: 'listed'; readonly tools: readonly ListedMcpTool[]; readonly protocol: McpProtocol }
  | { readonly kind: 'refused' | 'unreachable'; readonly why: string };

/** A server may list its tools in parts; more than these are not read. */
const partsMax = 10;
const toolsMax = 200;
const longestDescription = 4_000;
const longestSchema = 16_000;

/** Lists the tools, in the protocol that the server speaks. */
export async function listTools(connection: McpConnection): Promise<Listing> {
  const modern = await pages(connection, { kind: 'modern' });
  if (modern.kind === 'listed' || modern.kind === 'refused' || !mayBeOlder(modern.outcome))
    return settled(modern);
  const protocol = await greet(connection);
  if (protocol.kind !== 'modern' && protocol.kind !== 'greeted')
    return settled({ kind: 'failed', outcome: protocol });
  return settled(await pages(connection, protocol));
}

/** A server of before 2026 answers what it does not know with an error; one that cannot be reached does not answer. */
function mayBeOlder({ kind, ...outcome }: RpcOutcome): boolean {
  if (kind === 'error') return true;
  return kind === 'status' && 'status' in outcome && outcome.status >= 400 && outcome.status < 500;
}

type Pages =
  | { readonly kind: 'listed'; readonly tools: readonly ListedMcpTool[]; readonly protocol: McpProtocol }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'failed'; readonly outcome: RpcOutcome };

async function pages(connection: McpConnection, protocol: McpProtocol): Promise<Pages> {
  const tools: ListedMcpTool[] = [];
  let cursor: string | null = null;
  for (let part = 0; part < partsMax; part += 1) {
    const outcome: RpcOutcome = await request(
      connection,
      protocol,
      'tools/list',
      cursor === null ? {} : { cursor },
    );
    if (outcome.kind === 'refused') return { kind: 'refused', why: outcome.why };
    if (outcome.kind !== 'result' || !Array.isArray(outcome.result.tools)) return { kind: 'failed', outcome };
    tools.push(...outcome.result.tools.flatMap((tool) => toolOf(tool, connection.secrets)));
    const { nextCursor } = outcome.result;
    cursor = typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : null;
    if (cursor === null || tools.length >= toolsMax) break;
  }
  return { kind: 'listed', tools: tools.slice(0, toolsMax), protocol };
}

function settled(found: Pages): Listing {
  if (found.kind !== 'failed') return found;
  return { kind: 'unreachable', why: sentenceOf(found.outcome) };
}

function sentenceOf(outcome: RpcOutcome): string {
  switch (outcome.kind) {
    case 'status':
      if (outcome.status === 401 || outcome.status === 403)
        return `The server refuses us (status ${outcome.status}). Look at the header with its key.`;
      return outcome.status >= 200 && outcome.status < 300
        ? 'What answers at this address is no MCP server.'
        : `The server answers with status ${outcome.status}.`;
    case 'error':
      return `The server answers with an error (${outcome.code}).`;
    case 'result':
      return 'What answers at this address is no MCP server.';
    default:
      return outcome.why;
  }
}

/** One that cannot be stored, is larger than any model should read, or has a secret for a name is left out. */
function toolOf(tool: unknown, secrets: readonly string[]): ListedMcpTool[] {
  if (!isObject(tool)) return [];
  const { name, description = '', inputSchema, annotations } = tool;
  if (typeof name !== 'string' || typeof description !== 'string' || !isObject(inputSchema)) return [];
  if (name === '' || name.length > 128 || withoutSecrets(name, secrets) !== name) return [];
  const schema = JSON.stringify(inputSchema);
  if (description.length > longestDescription || schema.length > longestSchema) return [];
  if (!isStorable(`${name}${description}`) || /\\u(?:0000|d[89a-f])/i.test(schema)) return [];
  // It is stored and shown, so what it repeats of a secret is masked.
  const masked = parsed(withoutSecrets(schema, secrets));
  if (!isObject(masked) || masked.type !== 'object') return [];
  const described = { name, description: withoutSecrets(description, secrets), inputSchema: masked };
  const readOnly = isObject(annotations) && annotations.readOnlyHint === true;
  return [{ ...described, hash: mcpToolHash(described), readOnly }];
}
