import { expect, test, vi } from 'vitest';
import type { Caller } from '../../ports/caller.ts';
import type { EndpointRequest } from '../../ports/endpoint.ts';
import { type AnyConnectionDeps, anyConnectionEndpoints } from './any-endpoints.ts';

const caller = { tenantId: 't1', userId: 'u1', displayName: 'Kit Reed' } as Caller;

function open(unreadable: boolean) {
  const connection = {
    ...{ tenantId: 't1', id: 'c1', state: 'active', revision: 1, settings: { kind: 'phone' } },
    ...{ secrets: new Map(), unreadable },
  };
  const replaceSecrets = vi.fn(async () => ({ kind: 'changed' as const }));
  const endpoints = anyConnectionEndpoints({
    store: { replaceSecrets },
    find: async () => connection,
    tests: {},
    limit: { take: () => {} },
    changed: async () => ({ connections: {} }),
  } as unknown as AnyConnectionDeps);
  const body = { revision: 1, secret: 'a new token' };
  const replace = () =>
    endpoints.replaceSecret({
      ...{ caller, body, params: { id: 'c1' } },
    } as unknown as EndpointRequest<'replaceSecret'>);
  return { replace, replaceSecrets };
}

test('a secret that cannot be read any more is entered again, not refused as missing', async () => {
  const { replace, replaceSecrets } = open(true);
  await replace();
  expect(replaceSecrets).toHaveBeenCalledWith(
    expect.objectContaining({ secrets: { 'auth-token': 'a new token' } }),
  );
});

test('a connection without a secret has none to replace', async () => {
  const { replace, replaceSecrets } = open(false);
  await expect(replace()).rejects.toMatchObject({ code: 'connection_not_found' });
  expect(replaceSecrets).not.toHaveBeenCalled();
});
