import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { NewInboundCall } from '../../ports/inbound-admission.ts';
import { Background } from './background.ts';
import { callTimes } from './call-times.ts';
import { createReceiveCall, type ReceiveCallDeps } from './receive-call.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

async function receive(statusLater: CallRecord['status']) {
  const clock = new ManualClock();
  const byId = vi.fn(async () => {});
  const deps = {
    agents: { answering: async () => null },
    organizations: { of: async () => ({ language: 'fr-FR' }) },
    inbound: {
      admit: async (call: NewInboundCall) => ({
        kind: 'taken',
        call: { ...call, status: 'ringing', endRequestedAt: null },
      }),
    },
    store: {
      find: async () => ({ status: statusLater }),
    },
    reconcile: { byId },
    rules: { defaultTenant: 'one', defaultEngine: 'relay', forCarrier: () => ({ tenantId: null }) },
    clock,
    times: callTimes,
    background: new Background(clock, log as never),
    newId: () => 'call-1',
  } as unknown as ReceiveCallDeps;
  const word = { sid: 'CA1', status: 'ringing', at: clock.now(), endedAt: null, duration: null } as const;
  const carrier = { name: 'lab', account: 'AC1' } as Carrier;
  await createReceiveCall(deps)(carrier, {
    from: null,
    to: '+15005550006',
    update: { ...word, answeredBy: null },
  });
  clock.advance(10_000);
  await deps.background.close();
  return byId;
}

test('CL18 a call of which nobody has told that it was answered is looked at', async () => {
  expect(await receive('ringing')).toHaveBeenCalledTimes(callTimes.checksAfterInbound.length);
});

test('CL18 forbids asking the carrier what a conversation has told', async () => {
  expect(await receive('in-progress')).not.toHaveBeenCalled();
});

test('AG1: a repeated request is answered by the agent of the call, though its number has lost it meanwhile', async () => {
  const clock = new ManualClock();
  const stored = {
    id: 'call-1',
    status: 'ringing',
    carrier: 'lab',
    carrierAccount: 'AC1',
    endRequestedAt: null,
  };
  const script = { kind: 'hang-up' } as const;
  const deps = {
    agents: { answering: async () => ({ tenantId: 'one', agent: null }) },
    inbound: {
      admit: async () => ({
        kind: 'taken',
        call: { ...stored, agentId: 'kuzco', agentVersion: 3, reason: null },
      }),
    },
    answer: vi.fn(async () => script),
    rules: { defaultTenant: 'one', defaultEngine: 'relay', forCarrier: () => ({ tenantId: null }) },
    ...{ clock, times: callTimes, background: new Background(clock, log as never), newId: () => 'call-2' },
  };
  const update = { sid: 'CA1', status: 'ringing', at: clock.now(), endedAt: null, duration: null } as const;
  const received = await createReceiveCall(deps as unknown as ReceiveCallDeps)(
    { name: 'lab', account: 'AC1' } as Carrier,
    { from: null, to: '+15005550006', update: { ...update, answeredBy: null } },
  );
  expect(received.script).toBe(script);
  expect(deps.answer).toHaveBeenCalledWith(expect.objectContaining({ agentId: 'kuzco', agentVersion: 3 }));
});
