import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../config/loopback.ts';
import { AppError } from '../errors.ts';
import type { Authenticate, Caller } from '../ports/caller.ts';
import type { AskRoute, McpService, McpSession } from '../ports/mcp.ts';
import { callerOf, notPermitted, originOf, type RunRoute } from './endpoints.ts';
import { RequestVisitor } from './forwarding.ts';

export interface McpDeps {
  readonly service: McpService;
  /** Addresses of the desk. A request that names another host or comes from another page is refused. */
  readonly origins: readonly string[];
}

/** What the protocol reads of a request; the rest, the key above all, stays outside. */
const passedHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/** Tools for programs that use a language model (docs/mcp.md): one address, one answer for each request, no stream. */
export function serveMcp(
  app: FastifyInstance,
  { service, origins }: McpDeps,
  run: RunRoute,
  admit: Authenticate,
): void {
  app.route({
    method: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'],
    url: '/mcp',
    handler: async (request, reply) => {
      refuseForeign(request, origins);
      if (request.method !== 'POST')
        return reply.code(405).header('allow', 'POST').send(failure(-32000, 'Method not allowed.'));
      const caller = await keyOf(request, reply, admit);
      refuseBody(request.body);
      const answer = await service.answer(headersOf(request), request.body, sessionOf(request, caller, run));
      if (!answer) throw notPermitted('This API key has no permission that a tool needs.');
      reply.code(answer.status).header('cache-control', 'no-store');
      return answer.contentType === null
        ? reply.send()
        : reply.header('content-type', answer.contentType).send(answer.text);
    },
  });
}

/** A page that has another name point to this machine could otherwise use the browser of somebody within the network. */
function refuseForeign({ headers }: FastifyRequest, origins: readonly string[]): void {
  const hosts = origins.map((origin) => new URL(origin).hostname);
  const isOurs = (hostname: string) =>
    hosts.includes(hostname) || isLoopbackHost(hostname.replace(/^\[|\]$/g, ''));
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  if (!isOurs(host)) throw new AppError('forbidden', 'This server does not have this name.');
  const { origin } = headers;
  if (origin === undefined || origins.includes(origin)) return;
  throw new AppError('forbidden', 'Requests of this page are not accepted.');
}

async function keyOf(request: FastifyRequest, reply: FastifyReply, admit: Authenticate): Promise<Caller> {
  try {
    const caller = await callerOf(request, reply, admit);
    if (caller.key) return caller;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error;
  }
  reply.header('www-authenticate', 'Bearer realm="Parley"');
  throw new AppError(
    'unauthenticated',
    'Send an API key of Parley that works: Authorization: Bearer parley_…',
  );
}

/** Lists of messages are of a revision that is over; a subscription would keep the answer open for ever. */
function refuseBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('invalid_request', 'Send one JSON-RPC message.');
  if ((body as { method?: unknown }).method === 'subscriptions/listen')
    throw new AppError('invalid_request', 'There is nothing to subscribe to.');
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const given = passedHeaders.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(
    given.filter((pair): pair is [(typeof pair)[0], string] => typeof pair[1] === 'string'),
  );
}

function sessionOf(request: FastifyRequest, caller: Caller, run: RunRoute): McpSession {
  const by = {
    caller,
    visitor: new RequestVisitor(request.raw),
    log: request.log,
    signal: null,
    origin: originOf(request, caller),
  };
  const ask = (name: Parameters<RunRoute>[0], asked: object = {}) =>
    run(name, { params: {}, query: {}, headers: {}, body: undefined, ...asked }, by);
  return { caller, ask: ask as AskRoute, log: request.log };
}

function failure(code: number, message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}
