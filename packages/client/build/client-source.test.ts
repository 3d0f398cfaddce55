import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiRoutes, examples, keyPermissions, type Route, webhookEventExamples } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { contractSchemas } from './contract-schemas.ts';
import type { JsonSchema } from './json-schema.ts';
import { keyRoutes } from './key-routes.ts';
import { pagingOf } from './paging.ts';
import { printType } from './print-type.ts';
import { typeName } from './print-types.ts';
import { writeSource } from './write-source.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-client-test-'));
  writeSource(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every route that a key can be allowed is a method, streams excepted', () => {
  const client = readFileSync(join(folder, 'client.ts'), 'utf8');
  const methods = [...client.matchAll(/^ {2}(\w+)\(.*\): (?:Promise|ListRequest)<Wire/gm)].map(
    ([, name]) => name,
  );
  const allowed = (Object.entries(apiRoutes) as [string, Route][])
    .filter(
      ([, route]) => route.guard === 'bearer' && keyPermissions.some((each) => each === route.permission),
    )
    .map(([name]) => name);
  expect(methods.sort()).toEqual(allowed.filter((name) => name !== 'tryEvents').sort());
});

test('every route that asks for a page by a cursor can be walked over', () => {
  const client = readFileSync(join(folder, 'client.ts'), 'utf8');
  const lists = [...client.matchAll(/^ {2}(\w+)\(.*\): ListRequest</gm)].map(([, name]) => name);
  expect(lists).toEqual(
    expect.arrayContaining([
      'listCalls',
      'searchCalls',
      'listContacts',
      'listDeliveries',
      'listAudit',
      'listRecipients',
    ]),
  );
  const query = { properties: { after: { type: 'string' } } };
  const response = { properties: { things: { type: 'array' } } };
  expect(() => pagingOf('listThings', query, response)).toThrow('listThings');
});

test('examples of all requests, answers and events fit the printed types', () => {
  const routes = keyRoutes();
  const schemas = contractSchemas(routes);
  const shown = routes.flatMap(({ name }) => {
    const { body, response } = examples[name as keyof typeof examples];
    const { body: bodySchema, response: responseSchema = {} } = schemas.routes[name] ?? {};
    return [
      ...(bodySchema ? [[typeName(name, 'body', bodySchema), body] as const] : []),
      [typeName(name, 'response', responseSchema), response] as const,
    ];
  });
  const lines = [
    ...shown.map(([type, value]) => [`Wire.${type}`, value] as const),
    ...Object.entries(webhookEventExamples).map(
      ([type, value]) => [`Wire.WebhookEvents['${type}']`, value] as const,
    ),
  ].map(([type, value], index) => `export const example${index}: ${type} = ${JSON.stringify(value)};\n`);
  expect(lines.length).toBeGreaterThan(200);
  const bad = [
    '// @ts-expect-error: a route needs its body\nexport const none: Wire.CreateCallBody = {};\n',
    "// @ts-expect-error: a fixed word is one of a list\nexport const state: Wire.CallStatus = 'lost';\n",
    "// @ts-expect-error: so is the type of an event\nexport const type: Wire.WebhookEvent['type'] = 'call.lost';\n",
  ];
  const text = `import type * as Wire from './contract-types.ts';\n${lines.join('')}${bad.join('')}`;
  writeFileSync(join(folder, 'examples.ts'), text);
  compile(folder);
});

test('answers have the fields with a default, requests may leave them out, and filters have the types of their values', () => {
  const text = `import type * as Wire from './contract-types.ts';
export const answered = (policy: Wire.CampaignPolicy): string | null => policy.endsOn;
export const asked: Wire.CampaignPolicyInput['endsOn'] = undefined;
// @ts-expect-error: what is sent may lack it
export const sent = (policy: Wire.CampaignPolicyInput): string | null => policy.endsOn;
export const filtered: Wire.CallSearchQuery = { status: ['failed'], version: [1] };
// @ts-expect-error: a filter has the words that the contract has
export const lost: Wire.CallSearchQuery = { status: ['lost'] };
`;
  writeFileSync(join(folder, 'sides.ts'), text);
  compile(folder);
});

test.each([
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'number' }, { type: 'null' }] }, 'number | null'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [
    { type: 'array', items: { anyOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] } },
    '({\n  a?: unknown | undefined;\n} | Record<string, unknown>)[]',
  ],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { const: 1 }] }, '[string, 1]'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{\n  [name: string]: string;\n}'],
  [
    { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: { type: 'boolean' } },
    'Partial<Record<"a" | "b", boolean>>',
  ],
  [
    { type: 'object', properties: { a: { $ref: '#/$defs/Call' }, 'b-c': {} }, required: ['a'] },
    '{\n  a: Wire.Call;\n  "b-c"?: unknown | undefined;\n}',
  ],
  [{ type: 'object' }, 'Record<string, unknown>'],
  [{}, 'unknown'],
] as [JsonSchema, string][])('%j is printed as a type', (schema, type) => {
  expect(printType(schema, 'Wire.')).toBe(type);
});

test('a type that is not known is not passed over', () => {
  expect(() => printType({ type: 'date' })).toThrow('the type date');
});
