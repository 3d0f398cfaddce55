import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { isAnswer } from './is-answer.ts';

test.each<[string, unknown, boolean]>([
  ['a refusal', new ApiError('No.', 409, 'do_not_call'), true],
  ["the carrier's refusal", new ApiError('No.', 502, 'carrier_refused'), true],
  ['a server going down that says so', new ApiError('Later.', 503, 'shutting_down'), true],
  ['a refusal without a code', new ApiError('HTTP 400: Bad Request', 400, 'http_error'), true],
  ['a broken connection', new ApiError('No.', 0, 'network_failed'), false],
  ["a gateway's own page", new ApiError('HTTP 502: Bad Gateway', 502, 'http_error'), false],
  ['an answer that cannot be read', new ApiError('What?', 200, 'bad_answer'), false],
  ['anything else', new Error('What?'), false],
])('%s tells what became of the request: %s', (_, error, definite) => {
  expect(isAnswer(error)).toBe(definite);
});
