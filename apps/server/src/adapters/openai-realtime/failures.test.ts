import { expect, test } from 'vitest';
import { failureOfClose, failureOfError, failureOfHandshake } from './failures.ts';

test.each([
  ['invalid_request_error', 'session_expired', 'cut', true],
  ['invalid_request_error', 'invalid_api_key', 'refused', false],
  ['invalid_request_error', 'model_not_found', 'refused', false],
  ['invalid_request_error', 'insufficient_quota', 'refused', false],
  ['insufficient_quota', null, 'refused', false],
  ['invalid_request_error', 'rate_limit_exceeded', 'busy', true],
  ['tokens', 'rate_limit_exceeded', 'busy', true],
  ['server_error', null, 'busy', true],
  ['something_new', null, 'unusable', true],
])('an error %s %s is %s', (type, code, kind, retryable) => {
  expect(failureOfError({ type, code })).toMatchObject({ kind, retryable });
});

test.each([
  [400, 'refused', false],
  [401, 'refused', false],
  [404, 'refused', false],
  [429, 'busy', true],
  [503, 'busy', true],
])('a handshake answered with %i is %s', (status, kind, retryable) => {
  expect(failureOfHandshake(status)).toMatchObject({ kind, retryable });
});

test.each([
  [1000, '', 'cut', true],
  [1001, 'Your session hit the maximum duration of 60 minutes.', 'cut', true],
  [1006, '', 'cut', true],
  [1008, 'policy', 'refused', false],
  [1013, '', 'busy', true],
  [3000, 'invalid_request_error.invalid_api_key', 'refused', false],
  [4000, 'invalid_request_error.beta_api_shape_disabled', 'refused', false],
])('a close with %i %s is %s', (code, reason, kind, retryable) => {
  expect(failureOfClose(code, reason)).toMatchObject({ kind, retryable });
});
