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

/** Serves every route of the contract: authenticate, check the permission, parse, run the endpoint, answer. */
export function serveEndpoints(
  app: FastifyInstance,
  endpoints: Endpoints,
  admit: Authenticate,
  onAnswer: OnAnswer = () => {},
): void {
  for (const name of Object.keys(apiRoutes) as RouteName[]) {
    const route: Route = apiRoutes[name];
    const endpoint = endpoints[name] as Endpoint<RouteName>;
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
      handler: async (request, reply) => {
        const caller = await callerOf(route, request, reply, admit);
        if (caller?.key) requireIdempotencyKey(route, request);
        const received = {
          ...parsed(route, request),
          caller,
          visitor: new RequestVisitor(request.headers),
          log: request.log,
          signal: isStream(name) ? signalOf(request, reply) : null,
        } as EndpointRequest<RouteName>;
        const answer = await withOrigin(originOf(request, caller), async () => {
          const given = await endpoint(received);
          onAnswer(name, received, given);
          return given;
        });
        return send(name, reply, answer);
      },
    });
  }
}

/** A proxy may pass anything on as an address: what is none is left out. */
export function originOf({ ip }: FastifyRequest, caller: Caller | null = null): RequestOrigin {
  return { actorKind: caller?.key ? 'key' : 'person', address: isIP(ip) === 0 ? null : ip };
}

/** The only place where a permission is checked: before the request is parsed, so that a refusal tells nothing of it. */
async function callerOf(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  admit: Authenticate,
): Promise<Caller | null> {
  if (route.guard === 'public') return null;
  const caller = await admit(request.headers.authorization, request.log);
  if (caller.key) limitUse(caller.key, reply);
  const { permission } = route;
  // What is open to everybody who is signed in is open to people: a key may do what it was given.
  if (permission === null ? !caller.key : caller.permissions.includes(permission)) return caller;
  request.log.info({ permission }, 'request refused: the role of the caller does not have the permission');
  throw new AppError('not_permitted', caller.key ? keySentence(permission) : notPermittedSentence);
}

function parsed(route: Route, request: FastifyRequest) {
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
