import { apiRoutes, errorCodes } from '@parley/contract';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-error-codes': Readonly<Record<string, { readonly status: number; readonly meaning: string }>>;
}

const document = (await openApiDocument()) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test('every route is in the document, in one group with a title', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(apiRoutes).sort());
  for (const { operationId, tags } of operations)
    expect([operationId, tags]).toEqual([operationId, [expect.stringMatching(/^[A-Z][A-Za-z ]+$/)]]);
});

test('every error code has its status and a sentence', () => {
  expect(Object.keys(document['x-error-codes']).sort()).toEqual([...errorCodes].sort());
  for (const { status, meaning } of Object.values(document['x-error-codes'])) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(meaning).toMatch(/^[A-Z].+\.$/);
  }
});

test('the codes of an answer are those of its status', () => {
  for (const { responses } of operations)
    for (const [status, { description }] of Object.entries(responses).filter(([each]) => each !== '200'))
      for (const code of description.split(', '))
        expect([code, document['x-error-codes'][code]?.status]).toEqual([code, Number(status)]);
});

test('AK7: routes that take an Idempotency-Key say that API keys need it', () => {
  const taking = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'idempotency-key'),
  );
  expect(taking.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['placeCall', 'createCall']),
  );
  for (const { parameters } of taking)
    expect(parameters.find(({ name }) => name === 'idempotency-key')?.description).toMatch(/API keys/);
});
