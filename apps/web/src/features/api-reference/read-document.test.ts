import { expect, test } from 'vitest';
import { curlOf, foundOperations, type Operation, readDocument } from './read-document.ts';
import { foundEvents, readEvents } from './read-events.ts';
import { notesOf, schemaRows, typeOf } from './schema-rows.ts';

const error = (codes: string) => ({ description: codes });
const operation = (fields: object) => ({ responses: {}, security: [{ bearer: ['calls.read'] }], ...fields });
const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, example } },
});

const document = {
  openapi: '3.1.0',
  paths: {
    '/healthz': { get: operation({ operationId: 'health', tags: ['Server'], security: [] }) },
    '/api/agents': {
      get: operation({ operationId: 'listAgents', tags: ['Agents'], summary: 'The agents.' }),
    },
    '/api/calls': {
      post: operation({
        ...{ operationId: 'createCall', tags: ['Calls'], summary: 'Let an agent call a number.' },
        security: [{ bearer: ['calls.place'] }],
        parameters: [
          {
            name: 'idempotency-key',
            in: 'header',
            required: false,
            description: 'Once.',
            schema: { type: 'string' },
          },
        ],
        requestBody: json(
          {
            type: 'object',
            properties: { message: { type: 'string', maxLength: 10 } },
            required: ['message'],
          },
          { message: "It's you." },
        ),
        responses: {
          200: json({ type: 'object', properties: { to: { type: 'string' } } }, { to: '+15005550100' }),
          422: error('idempotency_key_reused, being_new'),
        },
      }),
    },
    '/api/organization': {
      get: operation({ operationId: 'getOrganization', tags: ['Organization'], security: [{ bearer: [] }] }),
    },
  },
  'x-error-codes': { idempotency_key_reused: { status: 422, meaning: 'It was used for another request.' } },
};

const groups = readDocument(document) ?? [];
const named = (id: string) =>
  groups.flatMap(({ operations }) => operations).find((each) => each.id === id) as Operation;

test('routes are grouped, calls first and the server last', () => {
  expect(groups.map(({ title }) => title)).toEqual(['Calls', 'Agents', 'Organization', 'Server']);
});

test('a route says what it needs, takes, answers and refuses', () => {
  expect(named('createCall')).toEqual({
    ...{ id: 'createCall', method: 'POST', path: '/api/calls', summary: 'Let an agent call a number.' },
    ...{ needs: 'calls.place', isPublic: false },
    parameters: [
      { name: 'idempotency-key', place: 'header', type: 'string', required: false, notes: 'Once.' },
    ],
    body: {
      rows: [{ name: 'message', type: 'string', required: true, notes: 'at most 10 characters' }],
      example: { message: "It's you." },
    },
    answer: {
      rows: [{ name: 'to', type: 'string', required: false, notes: '' }],
      example: { to: '+15005550100' },
    },
    failures: [
      { status: 422, code: 'idempotency_key_reused', meaning: 'It was used for another request.' },
      { status: 422, code: 'being_new', meaning: '' },
    ],
  });
  expect(named('health').needs).toBe('nothing: it is public');
  expect(named('getOrganization').needs).toBe('a signed-in person, not a key');
});

test('the command can be pasted into a shell, whatever the example says', () => {
  expect(curlOf(named('createCall'), 'https://desk.example.com')).toBe(
    [
      "curl -X POST 'https://desk.example.com/api/calls'",
      '-H "Authorization: Bearer $PARLEY_KEY"',
      "-H 'Idempotency-Key: appointment-4711'",
      "-H 'Content-Type: application/json'",
      `-d '{"message":"It'\\''s you."}'`,
    ].join(' \\\n  '),
  );
  expect(curlOf(named('health'), 'https://desk.example.com')).toBe("curl 'https://desk.example.com/healthz'");
});

test.each([
  ['', 4],
  ['  ', 4],
  ['CALLS.PLACE', 1],
  ['post call', 1],
  ['key_reused', 1],
  ['agents nothing', 0],
])('the search %o finds %i groups', (search, found) => {
  expect(foundOperations(groups, search)).toHaveLength(found);
});

test('what is no such document is not shown', () => {
  for (const other of [null, 'text', [], {}, { paths: [] }]) expect(readDocument(other)).toBeNull();
  expect(readDocument({ paths: { '/x': { get: null, post: {} } } })).toHaveLength(1);
});

const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

test.each([
  [{ type: 'string', format: 'uuid' }, 'UUID', ''],
  [nullable({ type: 'integer', minimum: 1, maximum: 9 }), 'integer or null', 'at least 1; at most 9'],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer', ''],
  [
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 3 },
    'list of string',
    'one of a, b; at most 3 items',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number', ''],
  [{ const: true }, 'true', ''],
  [{ type: 'boolean', default: false }, 'boolean', 'false where it is left out'],
  [{ type: 'string', minLength: 1, maxLength: 5 }, 'string', 'not empty; at most 5 characters'],
  [{}, 'any', ''],
  [undefined, 'any', ''],
])('%j is %s', (schema, type, notes) => {
  expect([typeOf(schema), notesOf(schema)]).toEqual([type, notes]);
});

test('fields of fields have the names around them', () => {
  const entry = { type: 'object', properties: { text: { type: 'string' } } };
  const rows = schemaRows({
    type: 'object',
    properties: {
      transcript: { type: 'array', items: entry },
      contact: nullable(entry),
      values: { type: 'object', additionalProperties: { type: 'string' } },
      either: { anyOf: [entry, { type: 'object', properties: { text: {}, more: {} } }] },
    },
  });
  expect(rows.map(({ name }) => name)).toEqual([
    ...['transcript', 'transcript[].text', 'contact', 'contact.text', 'values', 'values.{name}'],
    ...['either', 'either.text', 'either.more'],
  ]);
});

test('a schema that contains itself many times over ends', () => {
  const deep: { type: string; properties: Record<string, object> } = { type: 'object', properties: {} };
  deep.properties.again = deep;
  expect(schemaRows(deep).length).toBeLessThan(10);
});

const sent = {
  'call.ended': {
    post: {
      ...{ operationId: 'on call.ended', summary: 'A call is over' },
      parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: json(
        { type: 'object', properties: { type: { const: 'call.ended' } }, required: ['type'] },
        { type: 'call.ended' },
      ),
      responses: { '2XX': { description: 'Accepted.' }, 410: {} },
    },
  },
  'call.started': { post: { summary: 'A call was placed or came in' } },
  broken: null,
};

test('events say what they are sent with, and what may be answered', () => {
  const events = readEvents({ paths: {}, webhooks: sent });
  expect(events.map(({ type }) => type)).toEqual(['call.ended', 'call.started']);
  expect(events[0]).toEqual({
    ...{ type: 'call.ended', summary: 'A call is over', example: { type: 'call.ended' } },
    headers: [{ name: 'webhook-id', place: 'header', type: 'string', required: true, notes: '' }],
    rows: [{ name: 'type', type: '"call.ended"', required: true, notes: '' }],
    answers: [
      { status: '410', meaning: '' },
      { status: '2XX', meaning: 'Accepted.' },
    ],
  });
  expect(foundEvents(events, 'OVER call')).toHaveLength(1);
  expect(foundEvents(events, 'webhook')).toHaveLength(2);
  for (const other of [null, {}, { webhooks: [] }]) expect(readEvents(other)).toEqual([]);
});
