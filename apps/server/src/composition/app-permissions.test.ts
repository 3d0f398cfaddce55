import { randomUUIDv7 } from 'node:crypto';
import {
  apiRoutes,
  exampleAddress,
  examples,
  notPermittedSentence,
  type Permission,
  permissionsOf,
  type Role,
  type Route,
  type RouteName,
  roles,
} from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../ports/caller.ts';
import type { Endpoint, Endpoints } from '../ports/endpoint.ts';
import { buildApp } from './app.ts';

const table = Object.entries(apiRoutes) as [RouteName, Route][];
let app: FastifyInstance;
let permissions: readonly Permission[];
let isKey = false;
/** The endpoints that were run. */
let reached: RouteName[];
const logged: string[] = [];

beforeAll(async () => {
  const endpoint = (name: RouteName): Endpoint<RouteName> => {
    return async () => {
      reached.push(name);
      return examples[name].response as never;
    };
  };
  const endpoints = Object.fromEntries(table.map(([name]) => [name, endpoint(name)]));
  app = await buildApp({
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    trustProxy: false,
    security: { scriptHosts: [], https: false },
    webDir: '/nowhere',
    authenticate: async (): Promise<Caller> => ({
      ...{ userId: 'kit', tenantId: 'one', displayName: 'Kit', email: null, permissions },
      expiresAt: new Date(Date.now() + 60_000),
      ...(isKey && { key: { limit: 600, uses: 1, secondsLeft: 30 } }),
    }),
    endpoints: endpoints as unknown as Endpoints,
    auth: null,
    carriers: null,
  });
  await app.ready();
});
afterAll(() => app.close());
beforeEach(() => {
  isKey = false;
  reached = [];
  logged.length = 0;
});

function request(name: RouteName, body: unknown = examples[name].body) {
  const { method, path } = apiRoutes[name];
  const url = exampleAddress(path, examples[name], randomUUIDv7());
  const headers = isKey ? { 'idempotency-key': randomUUIDv7() } : {};
  return app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body as object }) });
}

const needs = (route: Route) => (route.guard === 'public' ? null : route.permission);
const refusal = { error: notPermittedSentence, code: 'not_permitted' };

describe.each(roles)('PM5: a %s', (role: Role) => {
  test.each(table)('reaches %s only with its permission', async (name, route) => {
    permissions = permissionsOf[role];
    const needed = needs(route);
    const allowed = needed === null || permissions.includes(needed);
    const answer = await request(name);
    expect(reached).toEqual(allowed ? [name] : []);
    expect(answer.statusCode).toBe(allowed ? 200 : 403);
    if (!allowed) expect(answer.json()).toEqual(refusal);
  });
});

const guarded = table.flatMap(([name, route]) => {
  const permission = needs(route);
  return permission === null ? [] : [{ name, permission }];
});

describe('PM5: the permission of the route, and no other, opens it', () => {
  test.each(guarded)('$name: $permission', async ({ name, permission }) => {
    permissions = permissionsOf.admin.filter((each) => each !== permission);
    expect((await request(name)).json()).toEqual(refusal);
    permissions = [permission];
    expect((await request(name)).statusCode).toBe(200);
    expect(reached).toEqual([name]);
  });
});

describe('AK3: a key reaches what its permission opens, and nothing else', () => {
  test.each(permissionsOf.admin)('%s', async (permission) => {
    isKey = true;
    permissions = [permission];
    for (const [name] of table) {
      const { statusCode, json } = await request(name);
      if (statusCode !== 200) expect([name, statusCode, json().code]).toEqual([name, 403, 'not_permitted']);
    }
    const opened = table.filter(([, route]) => route.guard === 'public' || route.permission === permission);
    expect(reached).toEqual(opened.map(([name]) => name));
  });
});

test('PM5: a refusal comes before the request is parsed, and is logged without anything of it', async () => {
  permissions = permissionsOf.viewer;
  const answer = await request('createTemplate', { nonsense: 'a secret of somebody' });
  expect([answer.statusCode, answer.json()]).toEqual([403, refusal]);
  const line = logged.find((each) => each.includes('does not have the permission'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ permission: 'templates.write', level: 30 });
  expect(logged.join('')).not.toContain('a secret of somebody');
});

test('PM4: the API description shows which permission a route needs', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  for (const [name, route] of table) {
    const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()];
    const needed = needs(route);
    const scopes = needed === null ? [] : [needed];
    expect([name, operation.security]).toEqual([name, route.guard === 'public' ? [] : [{ bearer: scopes }]]);
    const listed = operation.responses['403']?.description ?? '';
    expect([name, listed.includes('not_permitted')]).toEqual([name, needed !== null]);
  }
});
