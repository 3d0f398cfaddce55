import { apiRoutes, keyPermissions, type Route, routeGroup } from '@parley/contract';
import type * as z from 'zod/mini';

/** A route that a key can be allowed. */
export interface KeyRoute {
  readonly name: string;
  readonly route: Route;
  readonly permission: string;
  /** `calls`, `doNotCall`. */
  readonly group: string;
  readonly response: z.ZodMiniType;
}

/** Streams of a page that a person has open; a program gets webhooks. */
const streams = new Set(['events', 'tryEvents']);

/** Those of people and those that are open to everybody are left out: a key could not use them, or needs none for them. */
export function keyRoutes(): KeyRoute[] {
  return (Object.entries(apiRoutes) as [string, Route][]).flatMap(([name, route]) => {
    if (route.guard !== 'bearer' || route.permission === null || streams.has(name)) return [];
    if (!keyPermissions.includes(route.permission)) return [];
    const { permission, response } = route;
    return [{ name, route, permission, group: camelCase(routeGroup(route.path)), response }];
  });
}

export function camelCase(title: string): string {
  const [first = '', ...rest] = title.toLowerCase().split(' ');
  return [first, ...rest.map(pascalCase)].join('');
}

export function pascalCase(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
