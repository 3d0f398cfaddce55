import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { apiRoutes, type RouteName } from './api-routes.ts';
import { examples } from './examples.ts';
import type { Route } from './route.ts';

const table = Object.entries(apiRoutes) as [RouteName, Route][];

test.each(table)('the example of %s matches the schemas of the route', (name, route) => {
  const { body, response, query = '' } = examples[name];
  expect(safeParse(route.response, response).error).toBeUndefined();
  expect(body === undefined).toBe(route.body === undefined);
  if (route.body) expect(safeParse(route.body, body).error).toBeUndefined();
  if (route.query)
    expect(safeParse(route.query, Object.fromEntries(new URLSearchParams(query))).error).toBeUndefined();
});

test('no two routes share a method and a path', () => {
  const keys = table.map(([, route]) => `${route.method} ${route.path}`);
  expect(new Set(keys).size).toBe(keys.length);
});
