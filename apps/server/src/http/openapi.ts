import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  apiRoutes,
  type ErrorCode,
  errorBody,
  errorMeanings,
  errorsOf,
  examples,
  idempotencyKeyHeader,
  type Route,
  type RouteName,
  routeGroup,
  type SentEventType,
  type WebhookEventType,
  webhookEventExamples,
  webhookEvents,
  webhookEventTypes,
  webhookTestType,
} from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { toJSONSchema } from 'zod/mini';
import { statusOf } from '../errors.ts';

/** The contract as an OpenAPI document, made from the same table that serves the routes. */
export async function openApiDocument(): Promise<object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(apiRoutes) as [RouteName, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
    // All routes together take a tenth of a second, in which the speech of live calls would wait.
    await nextTurn();
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version: '1', description: 'A desk for AI voice-agent phone calls.' },
    paths,
    webhooks: sentEvents(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, or the token of a signed-in person. Its permissions or role decide; a route lists the permission that it needs.',
        },
      },
      schemas: { Error: schemaOf(errorBody) },
    },
    // What the codes of errors say. Tools that do not know the name ignore it.
    'x-error-codes': Object.fromEntries(
      (Object.entries(errorMeanings) as [ErrorCode, string][]).map(([code, meaning]) => [
        code,
        { status: statusOf[code], meaning },
      ]),
    ),
  };
}

const idempotencyKeyMeaning =
  'The same key with the same request is carried out once, whenever it is repeated. Needed from API keys.';

/** What endpoints are sent (docs/webhooks.md). */
function sentEvents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(webhookEvents).map(([type, schema]) => [
      type,
      {
        post: {
          operationId: `on ${type}`,
          summary:
            type === webhookTestType
              ? 'Somebody tries the endpoint'
              : webhookEventTypes[type as WebhookEventType],
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            ...{ name, in: 'header', required: true, schema: { type: 'string' } },
          })),
          requestBody: {
            required: true,
            content: json(schemaOf(schema), webhookEventExamples[type as SentEventType]),
          },
          responses: { '2XX': { description: 'Accepted.' }, 410: { description: 'Send nothing any more.' } },
        },
      },
    ]),
  );
}

function operation(name: RouteName, route: Route): object {
  return {
    operationId: name,
    tags: [routeGroup(route.path)],
    summary: route.summary,
    // Permissions are listed as the roles that a bearer scheme may name.
    security:
      route.guard === 'bearer' ? [{ bearer: route.permission === null ? [] : [route.permission] }] : [],
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...parameters('header', route.headers).map((header) => ({
        ...header,
        ...(route.headers === idempotencyKeyHeader && { description: idempotencyKeyMeaning }),
      })),
    ],
    ...(route.body && {
      requestBody: { required: true, content: json(schemaOf(route.body), examples[name].body) },
    }),
    responses: {
      200: {
        description: 'Done.',
        content:
          name === 'events' || name === 'tryEvents'
            ? { 'text/event-stream': { schema: { type: 'string' }, example: examples[name].response } }
            : name === 'readMetrics'
              ? { 'text/plain': { schema: { type: 'string' }, example: examples[name].response } }
              : json(schemaOf(route.response), examples[name].response),
      },
      ...failures(route),
    },
  };
}

function parameters(place: 'path' | 'query' | 'header', schema: Route['params']): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function failures(route: Route): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function json(schema: object, example: unknown): object {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function schemaOf(schema: NonNullable<Route['body']>): object {
  const { $schema: _, ...rest } = toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return rest;
}

/** Large and slow to make, so it is made once, and not before somebody asks for it. */
let document: Promise<string> | undefined;

export function serveOpenApi(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (_, reply) => {
    document ??= openApiDocument().then((made) => JSON.stringify(made));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
}
