import type { DeskAnswer } from './desk-client.ts';

export type Revision = '2025-06-18' | '2025-11-25' | '2026-07-28';

/** The message of an answer, also where it was sent as an event. */
function messageOf(text: string) {
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return data === '' ? null : JSON.parse(data);
}

/** Sends one message of a revision to the MCP server of a desk, as a client of that revision does. */
export async function askMcp(
  url: string,
  secret: string | null,
  revision: Revision,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<DeskAnswer> {
  const isCurrent = revision === '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isCurrent && { 'mcp-method': method }),
      ...(isCurrent && typeof params.name === 'string' && { 'mcp-name': params.name }),
      ...(secret !== null && { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method },
      params: isCurrent ? { ...params, _meta: meta } : params,
    }),
  });
  return { status: answer.status, body: messageOf(await answer.text()), headers: answer.headers };
}
