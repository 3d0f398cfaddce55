import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { isDefiniteResponse } from './is-definite-response.ts';

test.each<[string, unknown, boolean]>([
  ['a refusal', new ApiError('No.', 409, 'do_not_call'), true],
  ["the carrier's refusal", new ApiError('No.', 502, 'carrier_refused'), true],
  ['a server that says it is shutting down', new ApiError('Later.', 503, 'shutting_down'), true],
  ['a refusal without a code', new ApiError('HTTP 400: Bad Request', 400, 'http_error'), true],
  ['a broken connection', new ApiError('No.', 0, 'network_failed'), false],
  ['an error page of a gateway', new ApiError('HTTP 502: Bad Gateway', 502, 'http_error'), false],
  ['a response that cannot be parsed', new ApiError('What?', 200, 'bad_response'), false],
  ['anything else', new Error('What?'), false],
])('after %s the outcome of the request is known: %s', (_, error, definite) => {
  expect(isDefiniteResponse(error)).toBe(definite);
});
