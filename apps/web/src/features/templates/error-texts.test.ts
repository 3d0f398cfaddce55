import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { deleteError, saveError } from './error-texts.ts';

const said = new ApiError('A name may have at most 120 characters.', 400, 'invalid_request');
const statusLine = new ApiError('HTTP 502: Bad Gateway', 502, 'http_error');
const broken = new ApiError('Could not reach the server.', 0, 'network_failed');

test.each<[string, unknown, string, string | null]>([
  ["the server's text", said, said.message, null],
  [
    "'Failed to save template' for a bare status line",
    statusLine,
    'Failed to save template',
    statusLine.message,
  ],
  ["'Failed to save template' for no response", broken, 'Failed to save template', broken.message],
  ["'An error occurred' for a value that is not an Error", 'odd', 'An error occurred', null],
])('a failed save shows %s', (_, error, title, detail) => {
  expect(saveError(error)).toEqual({ title, detail });
});

test.each<[string, unknown, string, string | null]>([
  ["'Failed to delete template' and the sentence", said, 'Failed to delete template', said.message],
  ["'Delete failed' for a value that is not an Error", 'odd', 'Delete failed', null],
])('a failed delete shows %s', (_, error, title, detail) => {
  expect(deleteError(error)).toEqual({ title, detail });
});
