import {
  apiRoutes,
  effectiveRole,
  membershipOf,
  notPermittedSentence,
  permissionsOf,
  type Route,
} from '@parley/contract';
import type { FakeResponse, ReceivedRequest } from './fake-server.ts';

/** As the real server refuses it: by the role in the token that came with the request. */
export function refusalOf({ route: received, headers }: ReceivedRequest): FakeResponse | null {
  const route = Object.values<Route>(apiRoutes).find(
    ({ method, path }) => `${method} ${path.replace(/:\w+/, ':id')}` === received,
  );
  const [, claims = ''] = (headers.authorization ?? '').toString().split('.');
  if (route === undefined || route.guard === 'public' || route.permission === null || claims === '')
    return null;
  const { m } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { m: unknown };
  const membership = membershipOf(m, 'parley');
  if (membership === null || permissionsOf[effectiveRole(membership, null)].includes(route.permission))
    return null;
  return { status: 403, body: { error: notPermittedSentence, code: 'not_permitted' } };
}
