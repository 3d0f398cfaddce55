import { isObject } from '@parley/contract';
import { guardedFetch } from '../../lib/guarded-fetch.ts';
import { createHostGuard, type ResolveHost } from '../../lib/host-guard.ts';
import { addressTemplateProblem } from '../../lib/tool-requests/address-template.ts';
import { answerText, cutMark } from '../../lib/tool-requests/answer-text.ts';
import type { TemplateHeader } from '../../lib/tool-requests/fill-request.ts';
import { headersWithSecrets, withoutHeaders } from '../../lib/tool-requests/secret-headers.ts';
import type { McpDirectory } from '../../ports/mcp-directory.ts';
import type { ToolSecrets } from '../../ports/tool-secrets.ts';
import type { ToolTransport, TransportOutcome } from '../../ports/tool-transport.ts';
import { greet, type McpConnection, type RpcOutcome, request } from './connection.ts';
import { type Listing, listTools } from './listing.ts';

/** What is needed of a tool of an MCP server to run it. */
export interface McpToolTarget {
  readonly address: string;
  readonly headers: readonly TemplateHeader[];
  readonly name: string;
  /** Of the description that somebody has looked at. */
  readonly hash: string;
  readonly changes: boolean;
}

export interface McpToolsDeps {
  readonly secrets: ToolSecrets;
  /** Hosts that may be private, and without TLS. */
  readonly toolHosts: readonly string[];
  readonly resolve?: ResolveHost;
  readonly now?: () => number;
}

/** How long a list of tools counts: so soon a tool that its server has changed is refused. */
const listedForMs = 60_000;
const listingLimitMs = 10_000;
/** Of servers whose lists are kept. */
const keptMax = 500;

export function createMcpTools(deps: McpToolsDeps): ToolTransport<McpToolTarget> & McpDirectory {
  const { secrets, toolHosts: hosts, resolve, now = Date.now } = deps;
  const sendTo = (loopback: boolean) => guardedFetch(createHostGuard({ loopback, hosts }, resolve));
  const send = { sandbox: sendTo(true), real: sendTo(false) };
  const kept = new Map<
    string,
    { readonly listing: Extract<Listing, { kind: 'listed' }>; readonly until: number }
  >();

  async function open(
    tenantId: string,
    { address, headers, sandbox }: { address: string; headers: readonly TemplateHeader[]; sandbox: boolean },
    signal: AbortSignal | null,
    limitMs: number,
  ): Promise<McpConnection | { readonly kind: 'refused' | 'not_sent'; readonly why: string }> {
    const problem = addressTemplateProblem(address);
    const url = URL.parse(address);
    if (problem !== null || !url) return { kind: 'refused', why: problem ?? 'The address cannot be read.' };
    const found = await headersWithSecrets(headers, (name) => secrets.read(tenantId, name));
    if (!found.ok) return withoutHeaders(found);
    return {
      ...{ url, signal, headers: found.headers, secrets: found.secrets, endsAt: Date.now() + limitMs },
      send: sandbox ? send.sandbox : send.real,
    };
  }

  async function listed(key: string, connection: McpConnection): Promise<Listing> {
    const known = kept.get(key);
    if (known && known.until > now()) return known.listing;
    const listing = await listTools(connection);
    kept.delete(key);
    if (listing.kind === 'listed') {
      kept.set(key, { listing, until: now() + listedForMs });
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
    }
    return listing;
  }

  return {
    async list({ tenantId, address, headers, sandbox }) {
      const connection = await open(tenantId, { address, headers, sandbox }, null, listingLimitMs);
      if ('kind' in connection) return { kind: 'refused', why: connection.why };
      kept.delete(keyOf(tenantId, address));
      const listing = await listed(keyOf(tenantId, address), connection);
      return listing.kind === 'listed' ? { kind: 'listed', tools: listing.tools } : listing;
    },

    async run({ tenantId, tool, input, idempotencyKey, sandbox, signal, limitMs }) {
      const connection = await open(tenantId, { ...tool, sandbox }, signal, limitMs);
      if ('kind' in connection) return connection;
      const listing = await listed(keyOf(tenantId, tool.address), connection);
      if (listing.kind !== 'listed')
        return { kind: listing.kind === 'refused' ? 'refused' : 'not_sent', why: listing.why };
      const offered = listing.tools.find(({ name }) => name === tool.name);
      if (!offered) return { kind: 'refused', why: 'The server does not offer this tool any more.' };
      if (offered.hash !== tool.hash)
        return {
          kind: 'refused',
          why: 'The server has changed this tool. Somebody has to look at it first.',
        };
      // A session may be over by now; a greeting changes nothing.
      const protocol = listing.protocol.kind === 'modern' ? listing.protocol : await greet(connection);
      if (protocol.kind !== 'modern' && protocol.kind !== 'greeted') return beforeSending(protocol);
      const params = { name: tool.name, arguments: input };
      const key = tool.changes ? { 'idempotency-key': idempotencyKey } : undefined;
      return outcomeOf(await request(connection, protocol, 'tools/call', params, key), connection.secrets);
    },
  };
}

function keyOf(tenantId: string, address: string): string {
  return `${tenantId} ${address}`;
}

function beforeSending(outcome: RpcOutcome): TransportOutcome {
  if (outcome.kind === 'refused') return outcome;
  return { kind: 'not_sent', why: 'why' in outcome ? outcome.why : 'The server does not take requests.' };
}

function outcomeOf(outcome: RpcOutcome, secrets: readonly string[]): TransportOutcome {
  const answered = (status: number, text: string): TransportOutcome => {
    const body = answerText('text/plain', Buffer.from(text), { secrets });
    return {
      kind: 'answered',
      status,
      body,
      variables: {},
      contentType: 'text/plain',
      cut: body.endsWith(cutMark),
    };
  };
  switch (outcome.kind) {
    case 'result': {
      const { isError, resultType } = outcome.result;
      if (resultType === 'input_required')
        return answered(400, 'The tool asks for something that cannot be given on a call.');
      return answered(isError === true ? 400 : 200, textOf(outcome.result));
    }
    case 'error':
      return answered(400, outcome.message);
    case 'status':
      // It was carried out, or not: an answer that cannot be read tells neither.
      if (outcome.status >= 200 && outcome.status < 300)
        return { kind: 'lost', why: 'The server gave an answer that cannot be read.' };
      return answered(outcome.status, outcome.text);
    default:
      return outcome;
  }
}

function textOf({ content, structuredContent }: Readonly<Record<string, unknown>>): string {
  const parts = (Array.isArray(content) ? content : []).flatMap((part: unknown) => {
    if (!isObject(part)) return [];
    if (part.type === 'text' && typeof part.text === 'string') return [part.text];
    return typeof part.type === 'string' ? ['[a part that is no text]'] : [];
  });
  const structured = isObject(structuredContent) ? JSON.stringify(structuredContent) : null;
  return parts.some((part) => part !== '') ? parts.join('\n') : (structured ?? '');
}
