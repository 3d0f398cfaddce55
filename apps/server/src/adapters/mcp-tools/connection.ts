import type { GuardedFetch } from '../../lib/guarded-fetch.ts';
import { answerText } from '../../lib/tool-requests/answer-text.ts';
import { exchange } from '../../lib/tool-requests/exchange.ts';
import { answerIn, type RpcAnswer } from './messages.ts';

/**
 * Two ways of speaking are in use: servers of the specification of 2026-07-28 take every request by itself, those before
 * want to be greeted first, and may give a session.
 */
export type McpProtocol =
  | { readonly kind: 'modern' }
  | { readonly kind: 'greeted'; readonly version: string; readonly session: string | null };

export interface McpConnection {
  readonly send: GuardedFetch;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Those in the headers, which must not come back. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal | null;
  /** For everything together. */
  readonly endsAt: number;
}

export type RpcOutcome =
  | RpcAnswer
  /** An answer of HTTP that holds none of MCP. */
  | { readonly kind: 'status'; readonly status: number; readonly text: string }
  | { readonly kind: 'refused' | 'not_sent' | 'lost'; readonly why: string };

const modernVersion = '2026-07-28';
const greetedVersion = '2025-11-25';
const clientInfo = { name: 'parley', version: '1' };

export async function request(
  connection: McpConnection,
  protocol: McpProtocol | { readonly kind: 'greeting' },
  method: string,
  params: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>> = {},
): Promise<RpcOutcome & { readonly session?: string | null }> {
  const id = 1;
  const modern = protocol.kind === 'modern';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  const message = { jsonrpc: '2.0', id, method, params: modern ? { ...params, _meta } : params };
  const { name } = params;
  const exchanged = await exchange(connection.send, {
    url: connection.url,
    method: 'POST',
    body: JSON.stringify(method.startsWith('notifications/') ? { jsonrpc: '2.0', method } : message),
    headers: {
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'user-agent': 'Parley',
      ...connection.headers,
      ...(modern && {
        'mcp-protocol-version': modernVersion,
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
      }),
      ...(protocol.kind === 'greeted' && {
        'mcp-protocol-version': protocol.version,
        ...(protocol.session !== null && { 'mcp-session-id': protocol.session }),
      }),
      ...more,
    },
    limitMs: Math.max(1, connection.endsAt - Date.now()),
    signal: connection.signal,
    isEnough: (headers, text) => answerIn(headers.get('content-type'), text, id) !== null,
  });
  if (exchanged.kind !== 'answered') return exchanged;
  const { status, headers, bytes, complete } = exchanged;
  const contentType = headers.get('content-encoding') ? null : headers.get('content-type');
  const answer = answerIn(contentType, Buffer.from(bytes).toString('utf8'), id);
  const session = headers.get('mcp-session-id');
  if (answer) return { ...answer, session };
  return {
    kind: 'status',
    status,
    text: answerText(contentType, bytes, { complete, secrets: connection.secrets }),
  };
}

/** Greets a server of before 2026. */
export async function greet(connection: McpConnection): Promise<McpProtocol | RpcOutcome> {
  const params = { protocolVersion: greetedVersion, capabilities: {}, clientInfo };
  const answer = await request(connection, { kind: 'greeting' }, 'initialize', params);
  if (answer.kind !== 'result') return answer;
  const { protocolVersion } = answer.result;
  const version = typeof protocolVersion === 'string' ? protocolVersion : greetedVersion;
  const protocol: McpProtocol = { kind: 'greeted', version, session: answer.session ?? null };
  await request(connection, protocol, 'notifications/initialized', {});
  return protocol;
}

/** As the specification has it for names that no header can hold. */
function headerValue(name: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith('=?base64?');
  return plain ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}
