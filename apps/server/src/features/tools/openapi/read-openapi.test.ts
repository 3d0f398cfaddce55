import { checkHttpTool, httpToolConfig, type OpenApiOperation } from '@parley/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { UnreadableDocument } from './document.ts';
import { readOpenApi } from './read-openapi.ts';

const calendar = `
openapi: 3.1.0
info: { title: Calendar of a practice, version: "1" }
servers: [{ url: "https://{place}.example.com/v1/", variables: { place: { default: calendar } } }]
security: [{ practiceKey: [] }]
components:
  securitySchemes:
    practiceKey: { type: apiKey, in: header, name: X-Practice-Key }
  parameters:
    Day: { name: day, in: query, required: true, description: The day., schema: { type: string, format: date }, example: 2026-11-20 }
  schemas:
    Person:
      type: object
      required: [name]
      properties: { name: { type: string, example: Ada Weber }, id: { type: string, readOnly: true }, boss: { $ref: "#/components/schemas/Person" } }
    Booking:
      allOf:
        - { type: object, required: [start], properties: { start: { type: string, format: date-time } } }
        - { type: object, properties: { who: { $ref: "#/components/schemas/Person" }, note: { type: string, nullable: true } } }
paths:
  /free-times:
    get:
      operationId: findFreeTimes
      summary: Find free times
      parameters: [{ $ref: "#/components/parameters/Day" }]
      responses: { "200": { description: ok, content: { application/json: { example: { slots: ["10:00"] } } } } }
  /bookings:
    post:
      operationId: book
      parameters:
        - { name: notify, in: query, schema: { type: boolean } }
        - { name: idempotency-key, in: header, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } } }
  /bookings/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { summary: Cancel a booking, security: [] }
    head: { summary: not a tool }
    put:
      requestBody: { required: true, content: { text/csv: { schema: { type: string } } } }
`;

const toolsOf = (operations: readonly OpenApiOperation[]) =>
  Object.fromEntries(operations.flatMap(({ tool }) => (tool ? [[tool.name, tool]] : [])));

describe('TL8: tools from an OpenAPI document', () => {
  const { title, operations } = readOpenApi(calendar);
  const tools = toolsOf(operations);

  test('every operation is listed, those without a tool with the reason', () => {
    expect(title).toBe('Calendar of a practice');
    expect(
      operations.map(({ method, path, problem }) => `${method} ${path} ${problem ?? ''}`.trim()),
    ).toEqual([
      'GET /free-times',
      'POST /bookings',
      'PUT /bookings/{id} Its body is no JSON.',
      'DELETE /bookings/{id}',
    ]);
  });

  test('a look-up has its inputs, its key as a secret and its examples', () => {
    expect(tools.find_free_times).toMatchObject({
      purpose: 'Find free times',
      method: 'GET',
      address: 'https://calendar.example.com/v1/free-times',
      changes: false,
      headers: [{ name: 'X-Practice-Key', value: { kind: 'secret', prefix: '', secret: 'practice-key' } }],
      inputs: {
        type: 'object',
        properties: { day: { type: 'string', format: 'date', description: 'The day.' } },
        required: ['day'],
        additionalProperties: false,
      },
      sampleInput: { day: '2026-11-20' },
      sampleAnswer: '{"slots":["10:00"]}',
    });
  });

  test('a body is taken apart, references and allOf in place, without what the service sets', () => {
    const { book } = tools;
    expect(book?.address).toBe('https://calendar.example.com/v1/bookings?notify={notify}');
    expect(book?.changes).toBe(true);
    expect(book?.inputs).toMatchObject({
      required: ['start'],
      properties: {
        notify: { type: 'boolean' },
        start: { type: 'string' },
        note: { type: ['string', 'null'] },
        who: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    });
    expect(JSON.stringify(book?.inputs)).not.toContain('readOnly');
  });

  test('an operation that takes an Idempotency-Key honours it, and has no header of that name', () => {
    expect(tools.book).toMatchObject({ honoursKey: true });
    expect(tools.book?.headers.map(({ name }) => name)).toEqual(['X-Practice-Key']);
    expect(tools.delete_bookings_by_id).toMatchObject({ changes: true, honoursKey: false });
  });

  test('an operation that goes without a key has no header, and one without a name gets one', () => {
    expect(tools.delete_bookings_by_id).toMatchObject({ headers: [], purpose: 'Cancel a booking' });
  });

  test('every tool is valid as it is, and its schema is understood', () => {
    for (const tool of Object.values(tools)) {
      expect(httpToolConfig.safeParse(tool).success).toBe(true);
      expect(checkHttpTool(tool)).toEqual([]);
      expect(() => z.fromJSONSchema(tool.inputs)).not.toThrow();
    }
  });
});

test.each([
  ['nothing', ''],
  ['a page', '<html></html>'],
  ['an older version', '{"swagger":"2.0","paths":{}}'],
  ['no version', '{"paths":{}}'],
  ['no operations', '{"openapi":"3.0.0"}'],
  ['a list', '[]'],
  [
    'aliases of aliases',
    `a: &a [1,1]\n${'bcdefghijk'.replace(/./g, (c, i: number) => `${c}: &${c} [${`*${'abcdefghij'[i]},`.repeat(20)}1]\n`)}`,
  ],
])('TL8: %s is refused with a sentence', (_what, text) => {
  expect(() => readOpenApi(text)).toThrow(UnreadableDocument);
  expect(() => readOpenApi(text)).toThrow(/^[A-Z].*\.$/);
});

test('TL8: where the service is must be said, by the document or by where it was found', () => {
  const text = '{"openapi":"3.0.3","servers":[{"url":"/api"}],"paths":{"/x":{"get":{}}}}';
  expect(readOpenApi(text).operations[0]).toMatchObject({ tool: null });
  expect(readOpenApi(text, 'https://a.example/docs/openapi.json').operations[0]?.tool?.address).toBe(
    'https://a.example/api/x',
  );
});

test('TL8: names are unlike each other and unlike those of built-in tools', () => {
  const paths = Object.fromEntries(
    ['/a', '/b', '/c'].map((path) => [path, { get: { operationId: 'end_call' } }]),
  );
  const { operations } = readOpenApi(
    JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'https://a.example' }], paths }),
  );
  expect(operations.map(({ tool }) => tool?.name)).toEqual(['end_call_2', 'end_call_3', 'end_call_4']);
});

test('TL8: whatever a document holds, it is read or refused', () => {
  const parts = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, 1, '', 'string', 'object', 'array', 'query', 'path', '#/paths', 'x'),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          '$ref',
          'get',
          'post',
          'parameters',
          'requestBody',
          'content',
          'application/json',
          'schema',
          'properties',
          'type',
          'name',
          'in',
          'required',
          'allOf',
          'oneOf',
          'items',
          'security',
          'servers',
          'url',
          '/a',
          '__proto__',
        ),
        tie('node'),
        { maxKeys: 5 },
      ),
    ),
  })).node;
  fc.assert(
    fc.property(parts, parts, (paths, more) => {
      const text = JSON.stringify({ ...Object(more), openapi: '3.0.0', paths });
      try {
        for (const { tool } of readOpenApi(text, 'https://a.example').operations)
          if (tool) expect(httpToolConfig.safeParse(tool).success).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableDocument);
      }
    }),
    { numRuns: 1_000 },
  );
});
