import { problemOf } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ConnectResult } from '../../ports/connections.ts';
import type { EndpointRequest } from '../../ports/endpoint.ts';
import { type AddressEndpointParts, addressEndpoints } from './address-endpoints.ts';

const caller = { tenantId: 't1', userId: 'u1', displayName: 'Kit Reed' } as Caller;
const replaces = { id: '00000000-0000-4000-8000-000000000000', revision: 3 };

function open(
  changes: Partial<AddressEndpointParts> = {},
  result: ConnectResult = { kind: 'connected', id: '1' },
) {
  const connect = vi.fn(async () => result);
  const check = vi.fn(async () => ({ checks: [], problem: null }));
  const endpoints = addressEndpoints({
    store: { connect },
    assertMayChange: async () => {},
    check,
    limit: { take: () => {} },
    changed: async () => ({ connections: {} }) as never,
    ...changes,
  });
  const set = (url: string) =>
    endpoints.setAddress({ caller, body: { url, replaces } } as EndpointRequest<'setAddress'>);
  const ask = (url: string) =>
    endpoints.checkAddress({ caller, body: { url } } as EndpointRequest<'checkAddress'>);
  return { connect, check, set, ask };
}

test('an address that works is stored without the slash at its end, in the place of what was seen', async () => {
  const { connect, check, set } = open();
  await set('https://desk.example.com/');
  expect(check).toHaveBeenCalledWith('https://desk.example.com');
  expect(connect).toHaveBeenCalledWith({
    actor: caller,
    settings: { version: 1, kind: 'address', url: 'https://desk.example.com' },
    secrets: {},
    replaces,
  });
});

test('one that does not work is refused with sentence and remedy, and nothing is stored', async () => {
  const problem = problemOf('certificate_expired', { host: 'desk.example.com' });
  const { connect, set } = open({ check: async () => ({ checks: [], problem }) });
  await expect(set('https://desk.example.com')).rejects.toMatchObject({
    code: 'connection_failed',
    message: `${problem.sentence} ${problem.remedy}`,
    details: problem,
  });
  expect(connect).not.toHaveBeenCalled();
});

test('somebody else was first: nothing is stored', async () => {
  const { set } = open({}, { kind: 'stale' });
  await expect(set('https://desk.example.com')).rejects.toMatchObject({ code: 'settings_changed' });
});

test('who may not set it has nothing asked', async () => {
  const refusal = new AppError('one_organization_only', 'Several organizations share this server.');
  const { check, ask, set } = open({ assertMayChange: () => Promise.reject(refusal) });
  await expect(ask('https://desk.example.com')).rejects.toBe(refusal);
  await expect(set('https://desk.example.com')).rejects.toBe(refusal);
  expect(check).not.toHaveBeenCalled();
});

test('who asks too often has nothing asked', async () => {
  const refusal = new AppError('too_many_requests', 'Wait a minute.');
  const take = () => {
    throw refusal;
  };
  const { check, ask } = open({ limit: { take } });
  await expect(ask('https://desk.example.com')).rejects.toBe(refusal);
  expect(check).not.toHaveBeenCalled();
});
