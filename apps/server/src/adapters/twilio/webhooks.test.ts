import twilio from 'twilio';
import { describe, expect, test } from 'vitest';
import { parseForm } from './form.ts';
import { type WebhookName, webhookPath } from './paths.ts';
import { signatureCheck } from './signature.ts';
import { twilioWebhooks } from './webhooks.ts';

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
const publicUrl = 'https://app.example.test';

const request = (url: string, signature?: string) => ({
  url,
  headers: signature === undefined ? {} : { 'x-twilio-signature': signature },
});

const checkFor = (tokens: readonly string[], addresses: readonly string[]) =>
  signatureCheck({ signingTokens: () => tokens }, { all: () => addresses });

describe('signatures', () => {
  const app = checkFor([token], [publicUrl]);

  test('a form on https with a query', () => {
    const sent = request('/twilio/status?cid=c_42', 'xYxtEXWvfu+YnSxpSSdoFaXVWb8=');
    expect(app.signedFor(sent, params, now) !== null).toBe(true);
  });

  test('a form on loopback with a port', () => {
    const local = checkFor([token], ['http://127.0.0.1:3000']);
    expect(
      local.signedFor(request('/twilio/voice', 'GeTpe9KiUsLHIcJGR6V6pgPBzRQ='), params, now) !== null,
    ).toBe(true);
  });

  test('a socket, signed over its wss address', () => {
    const sent = request('/media', 'yrrqIy0oC/bP7I99yIrAn6nX9GI=');
    expect(app.socketSignedFor(sent, now) !== null).toBe(true);
    expect(app.signedFor(sent, {}, now) !== null).toBe(false);
  });

  test.each([
    ['another path', '/twilio/voice?cid=c_42', params],
    ['another query', '/twilio/status?cid=c_43', params],
    ['no query', '/twilio/status', params],
    ['another value', '/twilio/status?cid=c_42', { ...params, CallStatus: 'busy' }],
    ['a field more', '/twilio/status?cid=c_42', { ...params, CallDuration: '1' }],
  ])('%s is not signed by the same signature', (_what, path, sent) => {
    expect(app.signedFor(request(path, 'xYxtEXWvfu+YnSxpSSdoFaXVWb8='), sent, now) !== null).toBe(false);
  });

  test('neither is anything without a signature, or from another account', () => {
    const path = '/twilio/status?cid=c_42';
    expect(app.signedFor(request(path), params, now) !== null).toBe(false);
    expect(app.signedFor(request(path, ''), params, now) !== null).toBe(false);
    expect(app.socketSignedFor(request('/media'), now) !== null).toBe(false);
    const other = checkFor(['another_token'], [publicUrl]);
    expect(other.signedFor(request(path, 'xYxtEXWvfu+YnSxpSSdoFaXVWb8='), params, now) !== null).toBe(false);
  });
});

describe('a token or an address that was replaced', () => {
  const sign = (key: string, url: string) => twilio.getExpectedTwilioSignature(key, url, params);
  const path = '/webhooks/twilio/status?call=c1';

  test('the earlier one holds as long as it is named, and the address it was signed for is told', () => {
    const both = checkFor(['new token', token], ['https://new.example.test', publicUrl]);
    for (const key of ['new token', token])
      for (const address of ['https://new.example.test', publicUrl])
        expect(both.signedFor(request(path, sign(key, address + path)), params, now)).toBe(address);
    const later = checkFor(['new token'], ['https://new.example.test']);
    expect(
      later.signedFor(request(path, sign(token, `https://new.example.test${path}`)), params, now),
    ).toBeNull();
    expect(later.signedFor(request(path, sign('new token', publicUrl + path)), params, now)).toBeNull();
  });

  test('a socket is told apart in the same way', () => {
    const both = checkFor(['new token', token], ['https://new.example.test', publicUrl]);
    const signature = twilio.getExpectedTwilioSignature(token, 'wss://app.example.test/voice/media', {});
    expect(both.socketSignedFor(request('/voice/media', signature), now)).toBe(publicUrl);
  });
});

/** What is read of a form that Twilio signed. */
function read(name: WebhookName, fields: Record<string, string | string[]>, query = '') {
  const path = webhookPath(name, null);
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([key, value]) => [value].flat().map((one) => [key, one])),
  ).toString();
  const signature = twilio.getExpectedTwilioSignature(token, publicUrl + path + query, {
    ...parseForm(body),
  });
  const webhooks = twilioWebhooks(checkFor([token], [publicUrl]), null);
  return webhooks[path]?.({ ...request(path + query, signature), body }, now)?.notice;
}

describe('what the carrier reports', () => {
  test('the end of a call', () => {
    const sent = {
      ...params,
      Timestamp: 'Tue, 13 Oct 2026 10:01:05 +0000',
      CallDuration: '42',
      Duration: '1',
    };
    expect(read('status', sent, '?call=c1')).toEqual({
      kind: 'status',
      callId: 'c1',
      update: {
        sid: params.CallSid,
        status: 'completed',
        at: new Date('2026-10-13T10:01:05Z'),
        endedAt: null,
        duration: 42,
        answeredBy: null,
        ...{ sipCode: null, attestation: null },
      },
    });
  });

  test.each([
    ['608', 608],
    ['603', 603],
    ['200', null],
    ['', null],
    ['6030', null],
  ])('how the network ended a call: "%s"', (SipResponseCode, sipCode) => {
    const sent = { ...params, CallStatus: 'failed', SipResponseCode };
    expect(read('status', sent)).toMatchObject({ update: { status: 'failed', sipCode } });
  });

  test.each([
    ['A', 'A'],
    ['C', 'C'],
    ['D', null],
    ['', null],
  ])('how the carrier vouched for the number: "%s"', (StirStatus, attestation) => {
    const sent = { ...params, CallStatus: 'ringing', StirStatus };
    expect(read('status', sent)).toMatchObject({ update: { attestation } });
  });

  test('without a time it happened now', () => {
    const ringing = { ...params, CallStatus: 'ringing' };
    expect(read('status', ringing)).toMatchObject({ callId: null, update: { status: 'ringing', at: now } });
    expect(read('status', { ...params, Timestamp: 'soon' })).toMatchObject({ update: { at: now } });
  });

  test.each([
    ['no sid', { ...params, CallSid: '' }],
    ['no status', { CallSid: params.CallSid }],
    ['a status nobody knows', { ...params, CallStatus: 'paused' }],
    ['a repeated field', { ...params, CallSid: ['CA1', 'CA2'] }],
  ])('%s is no update', (_what, sent) => {
    expect(read('status', sent)).toEqual({ kind: 'status', callId: null, update: null });
  });

  test('NUL, which cannot be stored, is left out after the signature was checked', () => {
    expect(read('amd', { CallSid: 'CA1\u0000', AnsweredBy: 'human' })).toMatchObject({
      result: { sid: 'CA1' },
    });
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
    expect(read('inbound', sent)).toMatchObject({ kind: 'inbound', inbound: { from, to: params.To } });
  });

  test.each([
    ['human', 'human'],
    ['machine_start', 'machine'],
    ['machine_end_beep', 'machine_beep'],
    ['machine_end_silence', 'machine_silence'],
    ['machine_end_other', 'machine_other'],
    ['fax', 'fax'],
    ['unknown', 'unknown'],
    ['a word of tomorrow', 'unknown'],
  ])('who answered: "%s"', (AnsweredBy, answeredBy) => {
    const result = { sid: 'CA1', answeredBy };
    expect(read('amd', { CallSid: 'CA1', AnsweredBy })).toEqual({ kind: 'amd', callId: null, result });
    const sent = { ...params, CallStatus: 'in-progress', AnsweredBy };
    expect(read('status', sent)).toMatchObject({ update: { answeredBy } });
  });

  test('a detection that names nobody is none', () => {
    expect(read('amd', { CallSid: 'CA1' })).toMatchObject({ result: null });
  });

  test.each([
    ['ended', '{"reason":"transfer"}', { how: 'ended', next: 'transfer' }],
    ['ended', 'something else', { how: 'ended', next: null }],
    ['failed', '', { how: 'failed', next: null }],
    ['completed', '', { how: 'completed', next: null }],
  ])('how a relay session ended: %s %s', (SessionStatus, HandoffData, end) => {
    expect(read('relayDone', { ...params, SessionStatus, HandoffData })).toMatchObject({
      kind: 'session-ended',
      end,
    });
  });

  test('a media stream that ended, of which it does not say how', () => {
    expect(read('streamDone', params)).toMatchObject({ kind: 'session-ended', session: null, end: null });
  });

  test.each([
    ['2', 2],
    ['', null],
    ['0', null],
    ['1e3', null],
    ['99999999', null],
  ])('CL25: which session is over: "%s"', (given, session) => {
    for (const name of ['relayDone', 'streamDone'] as const)
      expect(read(name, params, `?call=c1&session=${given}`)).toMatchObject({ callId: 'c1', session });
  });

  test('a webhook that failed, before and after the call had an id of ours', () => {
    expect(read('fallback', params, '?call=c1')).toMatchObject({
      kind: 'failed',
      callId: 'c1',
      inbound: null,
    });
    expect(read('fallback', params)).toMatchObject({
      kind: 'failed',
      callId: null,
      inbound: { to: params.To },
    });
  });
});
