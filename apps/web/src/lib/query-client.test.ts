import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient, shouldRetry } from './query-client.ts';

test('responses are fresh for 5 minutes and cached for 10', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
  });
});

test.each([
  ['a first failure', 0, new ApiError('x', 502, 'http_error'), true],
  ['a lost connection', 0, new ApiError('x', 0, 'network_failed'), true],
  ['a second failure', 1, new ApiError('x', 502, 'http_error'), false],
  ['a refusal', 0, new ApiError('x', 404, 'call_not_found'), false],
])('%s is retried or not', (_, failures, error, retried) => {
  expect(shouldRetry(failures, error)).toBe(retried);
});
