import { expect, test } from 'vitest';
import { refusalReasonOf } from './model-refusal.ts';

const error = (message: string, code: string | null = null, type = 'invalid_request_error') =>
  JSON.stringify({ error: { message, type, param: null, code } });

test.each([
  ['OpenAI, wrong key', 401, error('Incorrect API key provided: sk-x', 'invalid_api_key'), 'key'],
  ['OpenAI, no credit', 429, error('You exceeded your current quota', 'insufficient_quota'), 'credit'],
  ['OpenAI, too often', 429, error('Rate limit reached for requests', 'rate_limit_exceeded'), 'rate'],
  ['OpenAI, no such model', 404, error('The model `gpt-9` does not exist', 'model_not_found'), 'model'],
  [
    'OpenAI, a model that the project may not use',
    403,
    error('Project has no access', 'model_not_found'),
    'model',
  ],
  [
    'Anthropic, wrong key',
    401,
    '{"error":{"type":"authentication_error","message":"invalid x-api-key"}}',
    'key',
  ],
  ['Anthropic, no credit', 400, error('Your credit balance is too low to access the API.'), 'credit'],
  [
    'Anthropic, no such model',
    404,
    '{"error":{"type":"not_found_error","message":"model: claude-9"}}',
    'model',
  ],
  ['OpenRouter, no credit', 402, error('Insufficient credits'), 'credit'],
  ['OpenRouter, no tools', 404, error('No endpoints found that support tool use.'), null],
  [
    'Ollama, no such model',
    404,
    '{"error":{"message":"model \\"x\\" not found, try pulling it first"}}',
    'model',
  ],
  ['Ollama, no tools', 400, error('registry.ollama.ai/library/gemma does not support tools'), 'tools'],
  ['vLLM, no tools', 400, error('"auto" tool choice requires --enable-auto-tool-choice'), 'tools'],
  ['vLLM, no such model', 404, error('The model `x` does not exist.', null, 'NotFoundError'), 'model'],
  ['a key without rights', 403, '{}', 'key'],
  ['a page that is not there', 404, '<html>Not Found</html>', null],
  ['a request that is not understood', 400, error('max_tokens is too large'), null],
  ['a server that is down', 503, 'upstream', null],
] as const)('%s', (_name, status, body, reason) => {
  expect(refusalReasonOf(status, body)).toBe(reason);
});
