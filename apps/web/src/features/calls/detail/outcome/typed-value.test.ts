import { expect, test } from 'vitest';
import { parseTyped, type Typed, typedOf } from './typed-value.ts';

test.each<[string, string, Typed]>([
  ['yes_no', 'yes', { value: true }],
  ['yes_no', 'no', { value: false }],
  ['yes_no', '', { value: null }],
  ['number', ' 2,5 ', { value: 2.5 }],
  ['number', 'two', { error: 'This is not a number.' }],
  ['date', '2026-11-17', { value: '2026-11-17' }],
  ['text', '  ', { value: null }],
  ['text', ' after two ', { value: 'after two' }],
])('OC10: what is typed for %s, %j, is sent as %j', (type, typed, expected) => {
  expect(parseTyped(type, typed)).toEqual(expected);
});

test.each([true, false, 'Delta', 2.5, null])('%j comes back as it was', (value) => {
  const type = typeof value === 'boolean' ? 'yes_no' : typeof value === 'number' ? 'number' : 'text';
  expect(parseTyped(type, typedOf(value))).toEqual({ value });
});
