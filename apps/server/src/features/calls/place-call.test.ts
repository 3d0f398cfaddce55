import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { PlaceCallRequest } from './call-request.ts';
import { callTimes } from './call-times.ts';
import { createPlaceCall, type PlaceCallDeps } from './place-call.ts';

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
    rules: {
      draining: () => false,
      calling: {
        carrierOf: () => null,
        plan: () => Promise.reject(new AppError('carrier_not_connected', 'Not connected.')),
      },
    },
    agents: { get: async () => agent },
  } as unknown as PlaceCallDeps;
  const untouched = new Proxy(deps, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name);
      throw new Error(`${String(name)} was touched`);
    },
  });
  await expect(createPlaceCall(untouched)(request)).rejects.toMatchObject({
    code: 'carrier_not_connected',
  });
});

const carrier = { name: 'lab', account: 'AC1', connectionId: null };
const planned = {
  carrierOf: () => carrier,
  plan: async () => ({
    ...{ carrier, side: 'sandbox', voiceSource: 'scripted', engine: 'relay' },
    ...{ callbackUrl: null, callsAtOnce: null, callsPerSecond: null },
  }),
};

describe('a plan that is no longer so when the call is stored', () => {
  const decisions = (kinds: readonly string[], sides: readonly string[] = ['sandbox']) => {
    const left = [...kinds];
    let refreshed = 0;
    const deps = {
      agents: { get: async () => agent },
      carriers: { of: () => carrier },
      rules: {
        ...{ draining: () => false, canRead: () => true },
        forCarrier: () => ({ guardNumber() {}, callerIdOf: () => '+15005550006' }),
        calling: {
          ...planned,
          plan: async () => ({ ...(await planned.plan()), side: sides[refreshed] ?? sides[0] }),
          refresh: async () => {
            refreshed += 1;
          },
        },
      },
      admission: { reserve: async () => ({ kind: left.shift(), callId: 'first', to: request.phoneNumber }) },
      queue: { run: async (_tenantId: string, work: () => unknown) => work() },
      newId: () => 'second',
      times: callTimes,
      store: { find: async () => ({ status: 'queued', sendingAt: new Date(0), carrierSid: 'CA1' }) },
      clock: { now: () => new Date(0), after: (_ms: number, then: () => void) => queueMicrotask(then) },
    };
    const place = (more: Partial<PlaceCallRequest> = {}) =>
      createPlaceCall(deps as unknown as PlaceCallDeps)({ ...request, ...more });
    return { place, refreshed: () => refreshed, left };
  };

  test('CN6: an account that is no longer connected: what is connected is read, and decided once more', async () => {
    const { place, refreshed } = decisions(['disconnected', 'repeated']);
    await expect(place()).resolves.toMatchObject({ callId: 'first' });
    expect(refreshed()).toBe(1);
  });

  test.each([
    ['sandbox', 'real'],
    ['real', 'sandbox'],
  ] as const)(
    'CN15: a call that was asked for on the side %s is not made on the side %s, whatever the admission found first',
    async (asked, now) => {
      for (const found of ['side_changed', 'disconnected']) {
        const { place, refreshed, left } = decisions([found, 'admitted'], [asked, now]);
        await expect(place()).rejects.toMatchObject({
          code: 'settings_changed',
          message: expect.stringContaining('between sandbox and real calls'),
        });
        expect(left).toEqual(['admitted']);
        // The next one is decided with what is so now.
        expect(refreshed()).toBe(1);
      }
    },
  );

  test('CN15: a desk that went live before a call of the sandbox was planned places none, and no real one', async () => {
    const { place, left } = decisions(['repeated'], ['real']);
    await expect(place({ side: 'sandbox' })).rejects.toMatchObject({ code: 'settings_changed' });
    expect(left).toEqual(['repeated']);
    await expect(place({ side: 'real' })).resolves.toMatchObject({ callId: 'first' });
  });

  test('it is refused in words where it changes a second time, and not tried for ever', async () => {
    const { place, left } = decisions(['disconnected', 'disconnected', 'admitted']);
    await expect(place()).rejects.toMatchObject({ code: 'settings_changed' });
    expect(left).toEqual(['admitted']);
  });

  test('all lines in use: refused with the time to try again', async () => {
    await expect(decisions(['lines_busy']).place()).rejects.toMatchObject({
      code: 'lines_busy',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe('what a request names beside number and words', () => {
  function placing(kind: string, isNew = true) {
    const fingerprints: string[] = [];
    const removed: string[] = [];
    const deps = {
      agents: { get: async () => agent },
      carriers: { of: () => carrier },
      rules: {
        ...{ draining: () => false, canRead: () => true },
        forCarrier: () => ({ guardNumber() {}, callerIdOf: () => '+15005550006' }),
        calling: planned,
      },
      contacts: {
        ensure: async () => ({ kind: 'stored', contact: { id: 'ada' }, isNew }),
        removeUnused: async (_caller: unknown, id: string) => void removed.push(id),
      },
      admission: {
        reserve: async ({ fingerprint }: { fingerprint: string }) => {
          fingerprints.push(fingerprint);
          if (kind === 'lost') throw new Error('the database is away');
          return { kind, callId: 'first', to: request.phoneNumber };
        },
      },
      queue: { run: async (_tenantId: string, work: () => unknown) => work() },
      newId: () => 'second',
      times: callTimes,
      life: { apply: async () => ({ changed: true, call: { status: 'canceled' } }) },
      store: { find: async () => ({ status: 'queued', sendingAt: new Date(0), carrierSid: 'CA1' }) },
      clock: { now: () => new Date(0), after: (_ms: number, then: () => void) => queueMicrotask(then) },
    };
    const caller = { ...request.caller, permissions: ['contacts.write' as const] };
    const place = (more: Partial<PlaceCallRequest> = {}) =>
      createPlaceCall(deps as unknown as PlaceCallDeps)({ ...request, caller, ...more });
    return { place, fingerprints, removed };
  }

  test('a call that is refused leaves no contact with the name it was for', async () => {
    const refused = placing('lines_busy');
    await expect(refused.place({ contactName: 'Ada' })).rejects.toMatchObject({ code: 'lines_busy' });
    expect(refused.removed).toEqual(['ada']);
    const known = placing('lines_busy', false);
    await expect(known.place({ contactName: 'Ada' })).rejects.toMatchObject({ code: 'lines_busy' });
    expect(known.removed).toEqual([]);
  });

  test('a call that is stored, or may be, keeps it', async () => {
    const admitted = placing('admitted');
    await admitted.place({ contactName: 'Ada' });
    const unsure = placing('lost');
    await expect(unsure.place({ contactName: 'Ada' })).rejects.toThrow('away');
    expect([...admitted.removed, ...unsure.removed]).toEqual([]);
  });

  test('another follow-up, contact, name or template with the same key is another call', async () => {
    const { place, fingerprints } = placing('admitted');
    const id = '019a0000-0000-7000-8000-000000000001';
    for (const more of [
      ...[{}, { followUpId: id }, { contactId: id }, { contactName: 'Ada' }, { templateId: id }],
      ...[{ contactName: 'Ben' }, { message: 'Say goodbye.' }],
    ])
      await place(more);
    expect(new Set(fingerprints).size).toBe(7);
    await place({ followUpId: null, contactId: null });
    expect(fingerprints.at(-1)).toBe(fingerprints[0]);
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
      carriers: { of: () => carrier },
      rules: {
        ...{ draining: () => false, canRead: () => true },
        forCarrier: () => ({ guardNumber() {}, callerIdOf: () => '+15005550006' }),
        calling: planned,
      },
      admission: { reserve: async () => ({ kind: 'repeated', callId: 'first', to: request.phoneNumber }) },
      queue: { run: async (_tenantId: string, work: () => unknown) => work() },
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
