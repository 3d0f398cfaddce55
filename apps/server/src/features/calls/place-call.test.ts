import { expect, test } from 'vitest';
import { createPlaceCall, type PlaceCallDeps, type PlaceCallRequest } from './place-call.ts';

const request: PlaceCallRequest = {
  caller: {
    ...{ userId: 'kit', tenantId: 'one', role: null, displayName: 'Kit', email: null },
    expiresAt: new Date(),
  },
  agentId: 'gs-dental',
  phoneNumber: '+12025550123',
  message: 'Say hello.',
  idempotencyKey: null,
  log: { debug() {}, info() {}, warn() {}, error() {} },
};

test('a server that was asked to stop takes no more calls, and touches nothing', async () => {
  const untouchable = new Proxy({} as PlaceCallDeps, {
    get: (_target, name) => {
      if (name === 'rules') return { draining: () => true };
      throw new Error(`${String(name)} was touched`);
    },
  });
  await expect(createPlaceCall(untouchable)(request)).rejects.toMatchObject({ code: 'shutting_down' });
});
