import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissionsOf } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError, retryAfterOf, statusOf } from '../errors.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import { buildApp } from './app.ts';

const webDir = mkdtempSync(join(tmpdir(), 'parley-web-'));
const logged: string[] = [];
let app: FastifyInstance;

const caller = {
  userId: 'u',
  tenantId: 't',
  permissions: permissionsOf.operator,
  displayName: 'U',
  email: null,
  expiresAt: new Date(Date.now() + 60_000),
};

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'));
  mkdirSync(join(webDir, '.vite'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Parley</title>');
  writeFileSync(join(webDir, 'assets/app-1234.js'), 'export {}');
  writeFileSync(join(webDir, 'assets/app-1234.js.br'), 'brotli');
  writeFileSync(join(webDir, '.vite/manifest.json'), '{}');
  const endpoints = {
    health: async () => ({ status: 'ok' }),
    ready: async () => ({ status: 'unavailable' }),
    listAgents: async () => {
      throw new Error('connection to db-internal-7 failed: password=hunter2');
    },
    listCalls: async () => {
      throw new AppError('too_many_requests', 'Slow down.', { retryAfterSeconds: 7 });
    },
    listTemplates: async () => {
      throw new AppError('shutting_down', 'The server is stopping.');
    },
    createTemplate: async ({ body }: { body: unknown }) => ({ template: body }),
    deleteTemplate: async () => ({ deleted: true }),
  } as unknown as Endpoints;
  app = await buildApp({
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    trustProxy: false,
    security: { scriptHosts: [], https: false },
    webDir,
    authenticate: async () => caller,
    endpoints,
    auth: null,
    carriers: null,
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true });
});

test('an unknown API path answers JSON 404, an unknown page the web itself', async () => {
  const api = await app.inject('/api/nothing');
  expect(api.statusCode).toBe(404);
  expect(api.json()).toEqual({ error: 'There is nothing at this address.', code: 'not_found' });
  const page = await app.inject('/nothing/here');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect((await app.inject({ method: 'POST', url: '/nothing' })).statusCode).toBe(404);
});

test('hashed files are kept for ever and come compressed; the page is never stale', async () => {
  const file = await app.inject({ url: '/assets/app-1234.js', headers: { 'accept-encoding': 'br' } });
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.headers['content-encoding']).toBe('br');
  for (const path of ['/', '/app/voice-agents']) {
    const page = await app.inject(path);
    expect(page.headers['cache-control']).toBe('no-cache');
  }
});

test('a file that is missing below /assets is not answered with a page', async () => {
  expect((await app.inject('/assets/old-0000.js')).statusCode).toBe(404);
});

test('nothing outside the build can be asked for', async () => {
  for (const path of [
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await app.inject(path);
    expect(answer.body, path).not.toContain('{}');
    expect(answer.body, path).not.toContain('"name"');
  }
});

test('every answer carries the security headers', async () => {
  for (const path of ['/', '/healthz', '/api/nothing', '/assets/app-1234.js', '/api/%', '/api/agents']) {
    const { headers } = await app.inject(path);
    expect(headers['content-security-policy'], path).toContain("script-src 'self';");
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
  }
});

test('every answer forbids microphone, camera and geolocation', async () => {
  for (const path of ['/', '/healthz', '/api/nothing', '/assets/app-1234.js', '/api/%']) {
    const policy = String((await app.inject(path)).headers['permissions-policy']);
    for (const feature of ['microphone', 'camera', 'geolocation', 'payment', 'usb', 'display-capture']) {
      expect(policy, path).toContain(`${feature}=()`);
    }
  }
});

test('an unexpected error is logged with its cause and answered without it', async () => {
  const answer = await app.inject('/api/agents');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    error: 'Something went wrong on our side. Please try again.',
    code: 'internal',
  });
  expect(logged.join('')).toContain('db-internal-7');
});

test('a refusal that passes says when to try again', async () => {
  const answer = await app.inject('/api/calls');
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBe('7');
});

test('every 429 and 503 says when to try again, also where the error names no time', async () => {
  const answer = await app.inject('/api/templates/templates');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10']);
  for (const code of Object.keys(statusOf) as (keyof typeof statusOf)[]) {
    const temporary = [429, 503].includes(statusOf[code]);
    expect(retryAfterOf(new AppError(code, 'No.')), code).toBe(temporary ? 10 : undefined);
  }
  expect(retryAfterOf(new AppError('server_busy', 'No.', { retryAfterSeconds: 5 }))).toBe(5);
});

const json = { 'content-type': 'application/json' };
const post = (payload: string, headers: Record<string, string> = json) =>
  app.inject({ method: 'POST', url: '/api/templates/templates', payload, headers });

test.each([
  ['no JSON', '{', json, 400, 'invalid_request', 'The request is not valid JSON.'],
  [
    'another type',
    'a=b',
    { 'content-type': 'text/plain' },
    415,
    'unsupported_media_type',
    'Send the request as JSON.',
  ],
  [
    'too large',
    JSON.stringify({ name: 'x'.repeat(70_000) }),
    json,
    413,
    'body_too_large',
    'The request is too large.',
  ],
  ['nothing at all', '', json, 400, 'invalid_request', ''],
  ['a list', '[]', json, 400, 'invalid_request', ''],
  [
    'NUL',
    '{"name":"a\\u0000b"}',
    json,
    400,
    'invalid_request',
    'The request contains characters that cannot be stored (NUL or invalid Unicode).',
  ],
  [
    'half a character',
    '{"name":"\\ud800"}',
    json,
    400,
    'invalid_request',
    'The request contains characters that cannot be stored (NUL or invalid Unicode).',
  ],
  [
    'a blank name',
    '{"name":" ","prompt":"p","agentId":"a"}',
    json,
    400,
    'invalid_request',
    'Name and prompt are required',
  ],
  ['no prompt', '{"name":"n","agentId":"a"}', json, 400, 'invalid_request', 'Name and prompt are required'],
  ['no agent', '{"name":"n","prompt":"p"}', json, 400, 'invalid_request', 'No agent selected'],
])('bad input gets a sentence and a code: %s', async (_case, payload, headers, status, code, sentence) => {
  const answer = await post(payload, headers);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code, ...(sentence && { error: sentence }) });
  expect(answer.json().error).toMatch(/\w/);
});

test('DELETE with a JSON content type and no body is normal', async () => {
  const answer = await app.inject({ method: 'DELETE', url: '/api/templates/templates/x', headers: json });
  expect(answer.json()).toEqual({ deleted: true });
});

test('not ready is 503', async () => {
  expect((await app.inject('/readyz')).statusCode).toBe(503);
});

test('the log knows routes, not addresses, and no bearer', async () => {
  await app.inject({
    url: '/api/templates/templates/secret-id',
    headers: { authorization: 'Bearer abc.def.ghi' },
  });
  expect(logged.join('')).not.toMatch(/secret-id|abc\.def/);
});

test('the description of the API names every route with an example answer', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  const place = document.paths['/api/twilio/{agentId}/call'].post;
  expect(place.security).toEqual([{ bearer: ['calls.place'] }]);
  expect(place.responses[200].content['application/json'].example).toMatchObject({ to: '+15005550010' });
  expect(Object.keys(place.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '422', '429', '502', '503']),
  );
});
