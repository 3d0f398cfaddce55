import type { CallStatus } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CarrierCallUpdate } from '../../ports/call.ts';
import { type CallEvent, type CallState, changesOf } from './call-machine.ts';

const queued: CallState = {
  ...{ direction: 'outbound', status: 'queued', reason: null, carrierSid: null, sendingAt: null },
  ...{ endRequestedAt: null, answeredAt: null, endedAt: null, duration: null, answeredBy: null },
  ...{ sipCode: null, attestation: null, session: 1, voicemailMessageAt: null },
};

function update(status: CallStatus, more: Partial<CarrierCallUpdate> = {}): CallEvent {
  const at = new Date('2026-10-13T10:01:00Z');
  const told = { sid: 'CA1', status, at, endedAt: null, duration: null, answeredBy: null, ...more };
  return { type: 'carrier', update: told };
}

const after = (call: CallState, event: CallEvent): CallState => ({ ...call, ...changesOf(call, event) });

describe('CL4: what the network said', () => {
  test('the first response and attestation that are told are kept, also after the end', () => {
    const ringing = after(queued, update('ringing', { attestation: 'B' }));
    expect(ringing).toMatchObject({ attestation: 'B', sipCode: null });
    const failed = after(ringing, update('failed'));
    const told = after(failed, update('failed', { sipCode: 608, attestation: 'A' }));
    expect(told).toMatchObject({
      status: 'failed',
      reason: 'network_failed',
      sipCode: 608,
      attestation: 'B',
    });
    expect(changesOf(told, update('failed', { sipCode: 603 }))).toBeNull();
  });

  test('a response while the call goes on is none', () => {
    expect(after(queued, update('ringing', { sipCode: 486 })).sipCode).toBeNull();
  });
});
