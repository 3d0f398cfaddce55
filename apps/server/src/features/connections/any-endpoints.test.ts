import { problemOf } from '@parley/contract';
import { describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../ports/caller.ts';
import type { EndpointRequest } from '../../ports/endpoint.ts';
import { type AnyConnectionDeps, anyConnectionEndpoints } from './any-endpoints.ts';

const caller = { tenantId: 't1', userId: 'u1', displayName: 'Kit Reed' } as Caller;

function open(unreadable: boolean, secrets = new Map<string, unknown>()) {
  const connection = {
    ...{ tenantId: 't1', id: 'c1', state: 'active', revision: 1, settings: { kind: 'phone' } },
    ...{ secrets, unreadable },
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

test('the secret that is stored, entered once more, does not end the time of the one before it', async () => {
  const { replace, replaceSecrets } = open(false, new Map([['auth-token', { value: 'a new token' }]]));
  await replace();
  expect(replaceSecrets).toHaveBeenCalledWith(expect.objectContaining({ revision: 1, secrets: {} }));
});

test('a connection without a secret has none to replace', async () => {
  const { replace, replaceSecrets } = open(false);
  await expect(replace()).rejects.toMatchObject({ code: 'connection_not_found' });
  expect(replaceSecrets).not.toHaveBeenCalled();
});

describe('a test that somebody asks for', () => {
  const report = { firstWordMs: 300, tools: false, structured: true, problem: problemOf('model_no_tools') };
  function asked(settings: object) {
    const connection = { tenantId: 't1', id: 'c1', state: 'active', settings };
    const markHealth = vi.fn(async () => {});
    const endpoints = anyConnectionEndpoints({
      store: { markHealth },
      find: async () => connection,
      tests: { mail: async () => problemOf('mail_login'), model: async () => null },
      checkModel: async () => report,
      limit: { take: () => {} },
      clock: { now: () => new Date(0) },
      changed: async () => ({ connections: {} }),
    } as unknown as AnyConnectionDeps);
    const request = { caller, params: { id: 'c1' } } as unknown as EndpointRequest<'testConnection'>;
    return { result: endpoints.testConnection(request), markHealth };
  }

  test('of a model tells all that it was asked for, and stores what is wrong', async () => {
    const { result, markHealth } = asked({ kind: 'model' });
    expect(await result).toMatchObject({ problem: report.problem, model: report });
    expect(markHealth).toHaveBeenCalledWith('t1', 'c1', 'model_no_tools', new Date(0));
  });

  test('of another kind tells what is wrong', async () => {
    const { result, markHealth } = asked({ kind: 'mail' });
    expect(await result).toEqual({ problem: problemOf('mail_login'), connections: {} });
    expect(markHealth).toHaveBeenCalledWith('t1', 'c1', 'mail_login', new Date(0));
  });
});
