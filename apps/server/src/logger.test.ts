import { expect, test } from 'vitest';
import { errorForLog } from './logger.ts';

test('a failed query is logged without the row it was to write', () => {
  const cause = Object.assign(new Error('invalid byte sequence'), {
    detail: 'Failing row contains (+12025550177)',
  });
  const values = ['+12025550177', 'Say that the tooth hurts.\n    at home'];
  const query = new Error(`Failed query: insert into calls\nparams: ${values}`, { cause });
  const error = Object.assign(query, { query: 'insert into calls', params: values });
  const logged = JSON.stringify(errorForLog(error));
  expect(logged).toContain('query failed: invalid byte sequence');
  expect(logged).toContain('logger.test.ts');
  expect(logged).not.toContain('12025550177');
  expect(logged).not.toContain('tooth');
  expect(logged).not.toContain('at home');
});

test('a failed request is logged with its code, without its headers', () => {
  const config = { headers: { authorization: 'Basic c2VjcmV0' } };
  const error = Object.assign(new TypeError('connect failed'), { code: 'ECONNREFUSED', config });
  expect(errorForLog(error)).toMatchObject({
    type: 'TypeError',
    message: 'connect failed',
    code: 'ECONNREFUSED',
    stack: expect.stringContaining('logger.test.ts'),
  });
  expect(JSON.stringify(errorForLog(error))).not.toContain('c2VjcmV0');
});

test('a provider’s refusal is logged without what it repeats', () => {
  const refusal = Object.assign(new Error('Incorrect API key: sk-planted'), { responseBody: 'sk-planted' });
  const logged = errorForLog(new Error('The model refused with 401.', { cause: refusal }));
  expect(logged).toMatchObject({ message: 'The model refused with 401.: provider refused a request' });
  expect(JSON.stringify(logged)).not.toContain('sk-planted');
});

test('what is no error is logged as it is', () => {
  expect(errorForLog('a reason')).toBe('a reason');
});
