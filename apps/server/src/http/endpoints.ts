import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { apiRoutes, notPermittedSentence, type Route, type RouteName } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeParse } from 'zod/mini';
import { AppError } from '../errors.ts';
import { prometheusType } from '../lib/metrics/prometheus-text.ts';
import { type RequestOrigin, withOrigin } from '../lib/request-origin.ts';
import { isStorable } from '../lib/storable-text.ts';
import type { Authenticate, Caller } from '../ports/caller.ts';
import type { Endpoint, EndpointRequest, Endpoints, OnAnswer, StreamRoute } from '../ports/endpoint.ts';
import { RequestVisitor } from './forwarding.ts';
import { unstorable } from './json-body.ts';
import { keySentence, limitUse, requireIdempotencyKey } from './key-limit.ts';

/** What a route is asked with, before it is parsed. */
export interface AskedRoute {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

type AskedBy = Pick<EndpointRequest<RouteName>, 'visitor' | 'log'> & {
  readonly caller: Caller | null;
  readonly signal: AbortSignal | null;
  readonly origin: RequestOrigin;
};

export type RunRoute = (name: RouteName, asked: AskedRoute, by: AskedBy) => Promise<unknown>;

/** Runs a route for a caller who is known by now: check the permission, parse, run the endpoint. */
export function routeRunner(endpoints: Endpoints, onAnswer: OnAnswer = () => {}): RunRoute {
  return async (name, asked, { origin, ...by }) => {
    const route: Route = apiRoutes[name];
    requirePermission(route, by);
    if (by.caller?.key) requireIdempotencyKey(route, asked);
    const received = { ...parsed(route, asked), ...by } as EndpointRequest<RouteName>;
    const endpoint = endpoints[name] as Endpoint<RouteName>;
    return withOrigin(origin, async () => {
      const given = await endpoint(received);
      onAnswer(name, received, given);
      return given;
    });
  };
}

/** Serves every route of the contract: authenticate, run the route, answer. */
export function serveEndpoints(app: FastifyInstance, run: RunRoute, admit: Authenticate): void {
  for (const name of Object.keys(apiRoutes) as RouteName[]) {
    const route: Route = apiRoutes[name];
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
      handler: async (request, reply) => {
        const caller = route.guard === 'public' ? null : await callerOf(request, reply, admit);
        const answer = await run(name, request, {
          caller,
          visitor: new RequestVisitor(request.raw),
          log: request.log,
          signal: isStream(name) ? signalOf(request, reply) : null,
          origin: originOf(request, caller),
        });
        return send(name, reply, answer);
      },
    });
  }
}

/** For whoever may use nothing of what stands behind an address. */
export function notPermitted(sentence: string): AppError {
  return new AppError('not_permitted', sentence);
}

/** A proxy may pass anything on as an address: what is none is left out. */
export function originOf({ ip }: FastifyRequest, caller: Caller | null = null): RequestOrigin {
  return { actorKind: caller?.key ? 'key' : 'person', address: isIP(ip) === 0 ? null : ip };
}

/** Who has sent the request; a key counts it as a use. */
export async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  admit: Authenticate,
): Promise<Caller> {
  const caller = await admit(request.headers.authorization, request.log);
  if (caller.key) limitUse(caller.key, reply);
  return caller;
}

/** The only place where a permission is checked: before the request is parsed, so that a refusal tells nothing of it. */
function requirePermission(route: Route, { caller, log }: Pick<AskedBy, 'caller' | 'log'>): void {
  if (route.guard === 'public') return;
  if (caller === null) throw new AppError('unauthenticated', 'Sign in to continue.');
  const { permission } = route;
  // What is open to everybody who is signed in is open to people: a key may do what it was given.
  if (permission === null ? !caller.key : caller.permissions.includes(permission)) return;
  log.info({ permission }, 'request refused: the role of the caller does not have the permission');
  throw new AppError('not_permitted', caller.key ? keySentence(permission) : notPermittedSentence);
}

function parsed(route: Route, request: AskedRoute) {
  return {
    params: parse(route.params, textOnly(request.params)),
    query: parse(route.query, textOnly(request.query)),
    headers: parse(route.headers, request.headers),
    body: parse(route.body, request.body),
  };
}

/**
 * Path and query, like a body, can contain NUL or invalid Unicode, which PostgreSQL cannot store; such requests are
 * refused.
 */
function textOnly(values: unknown): unknown {
  for (const value of Object.values(values as Record<string, unknown>).flat()) {
    if (typeof value === 'string' && !isStorable(value)) throw unstorable();
  }
  return values;
}

function parse(schema: Route['body'], value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.');
  // Messages of the contract are whole sentences; the parser's own get the name of the field.
  const sentence = issue?.message ?? 'The request cannot be understood.';
  throw new AppError(
    'invalid_request',
    isFromContract(sentence) ? sentence : `${place || 'The request'}: ${sentence}`,
  );
}

function isFromContract(sentence: string): boolean {
  return !sentence.startsWith('Invalid input') && !sentence.startsWith('Too ');
}

function isStream(name: RouteName): name is StreamRoute {
  return name === 'events' || name === 'tryEvents';
}

export function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  if (request.raw.destroyed && !request.raw.readableEnded) controller.abort();
  return controller.signal;
}

function send(name: RouteName, reply: FastifyReply, answer: unknown) {
  reply.header('cache-control', 'no-store');
  if (isStream(name)) {
    // A proxy that buffers would hold events back until its buffer is full.
    return reply.header('x-accel-buffering', 'no').type('text/event-stream').send(answer);
  }
  if (name === 'readMetrics') reply.type(prometheusType);
  if (name === 'ready' && (answer as { status: string }).status !== 'ok') reply.code(503);
  return reply.send(answer);
}
