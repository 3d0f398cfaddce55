import { describe, expect, test } from 'vitest';
import { carrierWire } from './wire.ts';

const token = 'test_auth_token_0123456789abcdef';
const params = {
  AccountSid: `AC${'0'.repeat(32)}`,
  CallSid: `CA${'1'.repeat(32)}`,
  CallStatus: 'completed',
  From: '+15005550006',
  To: '+15005550010',
  SequenceNumber: '3',
};
const now = new Date('2026-10-13T10:00:00Z');

describe('signatures', () => {
  const app = carrierWire(token, 'https://app.example.test');

  test('a form on https with a query', () => {
    const path = '/twilio/status?cid=c_42';
    expect(app.isSigned(path, params, 'xYxtEXWvfu+YnSxpSSdoFaXVWb8=')).toBe(true);
  });

  test('a form on loopback with a port', () => {
    const local = carrierWire(token, 'http://127.0.0.1:3000');
    expect(local.isSigned('/twilio/voice', params, 'GeTpe9KiUsLHIcJGR6V6pgPBzRQ=')).toBe(true);
  });

  test('a socket, signed over its wss address', () => {
    expect(app.isSignedSocket('/media', 'yrrqIy0oC/bP7I99yIrAn6nX9GI=')).toBe(true);
    expect(app.isSigned('/media', {}, 'yrrqIy0oC/bP7I99yIrAn6nX9GI=')).toBe(false);
  });

  test.each([
    ['another path', '/twilio/voice?cid=c_42', params],
    ['another query', '/twilio/status?cid=c_43', params],
    ['no query', '/twilio/status', params],
    ['another value', '/twilio/status?cid=c_42', { ...params, CallStatus: 'busy' }],
    ['a field more', '/twilio/status?cid=c_42', { ...params, CallDuration: '1' }],
  ])('%s is not signed by the same signature', (_what, path, sent) => {
    expect(app.isSigned(path, sent, 'xYxtEXWvfu+YnSxpSSdoFaXVWb8=')).toBe(false);
  });

  test('neither is anything without a signature, or from another account', () => {
    const path = '/twilio/status?cid=c_42';
    expect(app.isSigned(path, params, undefined)).toBe(false);
    expect(app.isSigned(path, params, '')).toBe(false);
    expect(app.isSignedSocket('/media', undefined)).toBe(false);
    const other = carrierWire('another_token', 'https://app.example.test');
    expect(other.isSigned(path, params, 'xYxtEXWvfu+YnSxpSSdoFaXVWb8=')).toBe(false);
  });
});

describe('what the carrier reports', () => {
  const wire = carrierWire(token, 'https://app.example.test');

  test('the end of a call', () => {
    const sent = {
      ...params,
      Timestamp: 'Tue, 13 Oct 2026 10:01:05 +0000',
      CallDuration: '42',
      Duration: '1',
    };
    expect(wire.readUpdate(sent, now)).toEqual({
      sid: params.CallSid,
      status: 'completed',
      at: new Date('2026-10-13T10:01:05Z'),
      endedAt: null,
      duration: 42,
      answeredBy: null,
    });
  });

  test('without a time it happened now', () => {
    expect(wire.readUpdate({ ...params, CallStatus: 'ringing' }, now)).toMatchObject({
      status: 'ringing',
      at: now,
    });
    expect(wire.readUpdate({ ...params, Timestamp: 'soon' }, now)?.at).toBe(now);
  });

  test.each([
    ['no sid', { ...params, CallSid: '' }],
    ['no status', { CallSid: params.CallSid }],
    ['a status nobody knows', { ...params, CallStatus: 'paused' }],
    ['a repeated field', { ...params, CallSid: ['CA1', 'CA2'] }],
  ])('%s is no update', (_what, sent) => {
    expect(wire.readUpdate(sent, now)).toBeNull();
  });

  test.each([
    ['+4915112345678', '+4915112345678'],
    ['sip:desk@example.test', 'sip:desk@example.test'],
    ['+266696687', null],
    ['+7378742833', null],
    ['Anonymous', null],
    ['', null],
  ])('a caller reported as "%s"', (From, from) => {
    const sent = { ...params, From, CallStatus: 'ringing' };
    expect(wire.readInbound(sent, now)).toMatchObject({ from, to: params.To });
  });

  test('who answered', () => {
    expect(wire.readAmdResult({ CallSid: 'CA1', AnsweredBy: 'machine_start' })).toEqual({
      sid: 'CA1',
      answeredBy: 'machine_start',
    });
    expect(wire.readAmdResult({ CallSid: 'CA1' })).toBeNull();
  });
});
