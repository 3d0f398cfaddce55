import { callReasons } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refusalReasons } from '../../ports/carrier.ts';
import { failureOf } from './failures.ts';

describe('a failed request', () => {
  test.each([
    [400, 21211, 'invalid_number'],
    [400, 21217, 'invalid_number'],
    [400, 21214, 'unreachable_number'],
    [400, 21215, 'country_blocked'],
    [400, 21216, 'number_blocked'],
    [400, 21210, 'caller_id_not_owned'],
    [400, 21212, 'caller_id_not_owned'],
    [400, 21219, 'number_not_verified'],
    [401, 20003, 'account_problem'],
    [403, 20403, 'account_problem'],
    [400, 10004, 'carrier_busy'],
    [400, 22005, 'carrier_busy'],
    [400, 99999, 'carrier_refused'],
    [400, undefined, 'carrier_refused'],
  ])('HTTP %d with code %s was refused: %s', (status, code, reason) => {
    expect(failureOf({ status, code })).toMatchObject({
      kind: 'refused',
      refusal: { reason, carrierCode: code ?? null },
    });
  });

  test('too many at once: not processed', () => {
    expect(failureOf({ status: 429, code: 20429 })).toEqual({ kind: 'busy' });
  });

  test.each([500, 502, 503, 504, 408, 302])('HTTP %d leaves it open whether a call exists', (status) => {
    expect(failureOf({ status })).toEqual({ kind: 'unknown', detail: `HTTP ${status}` });
  });

  test.each(['ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'])('%s leaves it open too', (code) => {
    expect(failureOf({ code })).toEqual({ kind: 'unknown', detail: code });
  });

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])('%s: nothing was sent', (code) => {
    expect(failureOf({ code })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'carrier_unreachable', retryable: true },
    });
  });

  test.each([
    [new SyntaxError('not JSON, but a call'), 'SyntaxError'],
    ['thrown text', 'unknown error'],
  ])('an answer that cannot be read may still mean a call: %s', (error, detail) => {
    expect(failureOf(error)).toEqual({ kind: 'unknown', detail });
  });

  test('every refusal has a sentence for people', () => {
    for (const reason of refusalReasons) expect(callReasons[reason]).toMatch(/\.$/);
  });
});
