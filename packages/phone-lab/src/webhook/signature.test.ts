import { describe, expect, it } from 'vitest';
import { sign } from './signature.ts';

const token = 'test_auth_token_0123456789abcdef';
const params = {
  AccountSid: `AC${'0'.repeat(32)}`,
  CallSid: `CA${'1'.repeat(32)}`,
  CallStatus: 'completed',
  From: '+15005550006',
  To: '+15005550010',
  SequenceNumber: '3',
};

describe('X-Twilio-Signature', () => {
  it.each([
    ['https://app.example.test/twilio/status?cid=c_42', params, 'xYxtEXWvfu+YnSxpSSdoFaXVWb8='],
    ['http://127.0.0.1:3000/twilio/voice', params, 'GeTpe9KiUsLHIcJGR6V6pgPBzRQ='],
    ['wss://app.example.test/media', {}, 'yrrqIy0oC/bP7I99yIrAn6nX9GI='],
    [
      'https://app.example.test/json?bodySHA256=015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
      {},
      'V/w7BQPJqqvDs8H24GabjxH/8AA=',
    ],
  ])('of %s', (url, form, expected) => {
    expect(sign(token, url, form)).toBe(expected);
  });

  it('leaves the fragment out', () => {
    expect(sign(token, 'http://127.0.0.1:3000/twilio/voice#rc=2', params)).toBe(
      'GeTpe9KiUsLHIcJGR6V6pgPBzRQ=',
    );
  });

  it('signs each value of a repeated parameter once, sorted', () => {
    expect(sign(token, 'https://a.test/', { A: ['2', '1', '2'] })).toBe(
      sign(token, 'https://a.test/A1', { A: '2' }),
    );
  });
});
