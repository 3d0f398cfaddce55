import { expect, test } from 'vitest';
import { BodyError } from '../../ports/file-body.ts';
import { connectionFailure, responseFailure } from './failures.ts';

test.each([
  ['ECONNREFUSED', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['ENOTFOUND', 'unavailable'],
  ['ETIMEDOUT', 'unavailable'],
  ['EPROTO', 'unavailable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'refused'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'refused'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'refused'],
  ['CERT_HAS_EXPIRED', 'refused'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'refused'],
])('FS11: a connection that fails with %s is %s', (code, failure) => {
  const error = Object.assign(new Error('connect failed'), { code });
  expect(connectionFailure(error)).toMatchObject({ failure, code, cause: error });
});

test('FS6: the error of a body is passed on, also where it looks like one of a connection', () => {
  const broken = Object.assign(new Error('the source'), { code: 'ECONNRESET' });
  expect(connectionFailure(new BodyError(broken))).toBe(broken);
});

test('FS8: a range without bytes tells the size, from the header or the text', () => {
  expect(responseFailure(416, { 'content-range': 'bytes */12' }, '')).toMatchObject({
    failure: 'out_of_range',
    size: 12,
  });
  const text = '<Error><Code>InvalidRange</Code><ActualObjectSize>7</ActualObjectSize></Error>';
  expect(responseFailure(416, {}, text)).toMatchObject({ failure: 'out_of_range', size: 7 });
});
