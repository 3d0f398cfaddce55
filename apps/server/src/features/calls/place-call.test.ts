import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../ports/call.ts';
import { callTimes } from './call-times.ts';
import { createPlaceCall, type PlaceCallDeps, type PlaceCallRequest } from './place-call.ts';

const agent = { id: 'gs-dental', engine: 'relay', publishedVersion: 1, archivedAt: null };
const request: PlaceCallRequest = {
  caller: {
    ...{ userId: 'kit', tenantId: 'one', permissions: [], displayName: 'Kit', email: null },
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

test('a call is refused where the account chosen for the tenant is not connected, and nothing is stored or dialled', async () => {
  const deps = {
    rules: { draining: () => false },
    agents: { get: async () => agent },
    carriers: { forTenant: () => null },
  } as unknown as PlaceCallDeps;
  const untouched = new Proxy(deps, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name);
      throw new Error(`${String(name)} was touched`);
    },
  });
  await expect(createPlaceCall(untouched)(request)).rejects.toMatchObject({
    code: 'carrier_not_connected',
    message: expect.stringContaining('not connected to the phone account of your organization'),
  });
});

describe('a request repeated while the first is on its way', () => {
  /** Each look at the database takes longer than the repeated request may wait. */
  const slowDatabase = callTimes.repeatWait + 1;

  test('CL12: is not told "placed" because the time was up before the call was sent', async () => {
    const { place, gaveUp } = repeated({ sendingAt: null }, { lookMs: slowDatabase, mayGiveUp: true });
    await expect(place()).rejects.toMatchObject({ code: 'call_not_sent' });
    expect(gaveUp()).toBe(true);
  });

  test('CL12: is told "not sent" of a call that another account may still send', async () => {
    const { place } = repeated({ sendingAt: null }, { lookMs: slowDatabase, mayGiveUp: false });
    await expect(place()).rejects.toMatchObject({ code: 'call_not_sent' });
  });

  test('CL10: is told "placed" of a call that was sent and of which the carrier says nothing', async () => {
    const { place, gaveUp } = repeated({ sendingAt: new Date(0) }, { lookMs: 1, mayGiveUp: true });
    await expect(place()).resolves.toMatchObject({ callId: 'first' });
    expect(gaveUp()).toBe(false);
  });

  function repeated(row: Partial<CallRecord>, { lookMs, mayGiveUp }: { lookMs: number; mayGiveUp: boolean }) {
    let call = {
      id: 'first',
      status: 'queued',
      reason: null,
      carrierSid: null,
      createdAt: new Date(0),
      ...row,
    };
    let now = 0;
    let gaveUp = false;
    const deps = {
      agents: { get: async () => agent },
      rules: {
        ...{ draining: () => false, canRead: () => true },
        forCarrier: () => ({ guardNumber() {}, canSpeak: () => true, callerIdOf: () => '+15005550006' }),
      },
      carriers: { forTenant: () => ({ name: 'lab', account: null }) },
      admission: { reserve: async () => ({ kind: 'repeated', callId: 'first', to: request.phoneNumber }) },
      queue: { run: (_tenantId: string, work: () => unknown) => work() },
      newId: () => 'second',
      times: callTimes,
      store: {
        find: async () => {
          now += lookMs;
          return call;
        },
      },
      reconcile: {
        byId: async () => {
          gaveUp = true;
          if (mayGiveUp) call = { ...call, status: 'failed', reason: 'never_sent' } as never;
        },
      },
      clock: {
        now: () => new Date(now),
        after: (ms: number, then: () => void) => {
          now += ms;
          queueMicrotask(then);
        },
      },
    };
    return {
      place: () => createPlaceCall(deps as unknown as PlaceCallDeps)(request),
      gaveUp: () => gaveUp,
    };
  }
});
