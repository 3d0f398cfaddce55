import { expect, test } from 'vitest';
import { isSameVersion, requestedRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=10-', { first: 10 }],
  ['bytes=-5', { suffix: 5 }],
  ['bytes=-0', { suffix: 0 }],
  ['Bytes= 1-2 ', { first: 1, last: 2 }],
  ['bytes=999999999999999-', { first: 999_999_999_999_999 }],
])('RC12: %s', (header, range) => {
  expect(requestedRange(header)).toEqual(range);
});

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=a-b',
  'bytes=1-2,4-5',
  'items=1-2',
  'bytes=1-2-3',
  'bytes=-1-2',
  'bytes=1e3-',
  'bytes=0x1-',
  `bytes=${'9'.repeat(400)}-`,
])('RC12: %s is answered with the whole file', (header) => {
  expect(requestedRange(header)).toBeNull();
});

test('RC12: If-Range has to name the version that is there', () => {
  expect(isSameVersion(undefined, '"a"')).toBe(true);
  expect(isSameVersion('"a"', '"a"')).toBe(true);
  expect(isSameVersion('"b"', '"a"')).toBe(false);
  expect(isSameVersion('W/"a"', '"a"')).toBe(false);
  expect(isSameVersion('Tue, 17 Nov 2026 10:00:00 GMT', '"a"')).toBe(false);
});
