import { expect, test } from 'vitest';
import { membershipOf } from './membership.ts';

const entry = (value: unknown) => membershipOf({ parley: value }, 'parley');

test.each([false, 'false', ' False '])('a membership of %j admits nobody', (value) => {
  expect(entry(value)).toBeNull();
});

test.each([null, '', true, 7, {}])('a membership of %j is a null role, and that is enough', (value) => {
  expect(entry(value)).toEqual({ role: null });
});

test('any other text is the role', () => {
  expect(entry('admin')).toEqual({ role: 'admin' });
  expect(entry('falsetto')).toEqual({ role: 'falsetto' });
});

test.each([null, undefined, 'parley', ['parley'], {}, { other: 'admin' }, { parley: undefined }])(
  'without an entry nobody is admitted: %j',
  (entries) => {
    expect(membershipOf(entries, 'parley')).toBeNull();
  },
);

test('inherited property names are not entries', () => {
  expect(membershipOf({}, 'constructor')).toBeNull();
});
