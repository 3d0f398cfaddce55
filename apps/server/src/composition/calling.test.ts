import { type Check, problemOf } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Database } from '../adapters/postgres/database.ts';
import { Snapshot } from '../features/connections/snapshot.ts';
import type { Caller } from '../ports/caller.ts';
import { addressIsReady } from './address-book.ts';
import { type CallingDeps, openCalling } from './calling.ts';

const shown = { kind: 'address', url: '' } as const;
const nothing = { phone: null, address: null, model: null, speech: null, mail: null, storage: null };
const caller = { tenantId: 'clinic', userId: 'u1', displayName: 'Kit Reed' } as Caller;

/** A server whose environment has this address, with the carrier on the internet or on this machine. */
function open(publicUrl: string | null, carrierUrl: string | null) {
  const snapshot = new Snapshot({ version: 0n, connections: [], calling: [] });
  const environment = { ...nothing, address: publicUrl === null ? null : { ...shown, url: publicUrl } };
  const settings = { publicUrl, carrierUrl } as Parameters<typeof addressIsReady>[0];
  const feature = openCalling({
    connections: {
      registry: { snapshot: () => snapshot, refresh: async () => {} },
      store: {},
      environment,
      sideOf: () => 'sandbox',
      shown: () => null,
    } as unknown as CallingDeps['connections'],
    database: { forTenant: async () => 0 } as unknown as Database,
    organizations: { get: async () => null },
    standardEngine: 'relay',
    accounts: { environment: null, sandbox: () => null, ofConnection: () => null },
    addressIsReady: () => addressIsReady(settings, snapshot),
    numbersOf: async () => [],
    people: async () => null,
    voiceFacts: async () => ({ voice: { kind: 'never' }, probe: 'unknown' }),
    knownVoiceFacts: () => ({ voice: { kind: 'never' }, probe: 'unknown' }),
  });
  return {
    refuses: () => feature.knownFacts('clinic').address !== 'ready',
    line: async (): Promise<Check | undefined> => {
      const request = { caller } as Parameters<typeof feature.endpoints.getGoLive>[0];
      const { goLive } = await feature.endpoints.getGoLive(request);
      return goLive.checks.find(({ id }) => id === 'address');
    },
  };
}

test.each([
  ['https://desk.example.com', null, 'ok'],
  ['http://desk.example.com', null, 'fault'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:4010', 'ok'],
  ['http://127.0.0.1:3000', 'https://carrier.example.com', 'fault'],
  [null, null, 'to-do'],
] as const)(
  'CN14: with %s and the carrier at %s, Go live says %s, and calls are refused unless it says ok',
  async (publicUrl, carrierUrl, state) => {
    const server = open(publicUrl, carrierUrl);
    const line = await server.line();
    expect(line?.state).toBe(state);
    expect(server.refuses()).toBe(state !== 'ok');
    if (state === 'fault') expect(line?.message).toBe(problemOf('address_http').sentence);
  },
);
