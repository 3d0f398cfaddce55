import { expect, test } from 'vitest';
import type { Carrier } from '../../ports/carrier.ts';
import { Carriers, isCertainlyOwn } from './carriers.ts';

const carrier = (name: string, account: string) => ({ name, account }) as Carrier;
const first = carrier('lab', 'AC1');
const second = carrier('lab', 'AC2');
const third = carrier('other', 'AC1');
const carriers = new Carriers([first, second, third]);

test.each([
  ['its own account', 'lab', 'AC2', second],
  ['its own carrier', 'other', 'AC1', third],
  ['an account that is not connected', 'lab', 'AC3', null],
  ['a carrier that is not connected', 'real', 'AC1', null],
  ['no account, as earlier versions stored it: the first of the carrier', 'lab', null, first],
])('a call belongs to %s', (_what, name, account, expected) => {
  expect(carriers.of({ carrier: name, carrierAccount: account })).toBe(expected);
});

test('only a call with its account certainly belongs to it', () => {
  expect(isCertainlyOwn({ carrier: 'lab', carrierAccount: 'AC1' }, first)).toBe(true);
  expect(isCertainlyOwn({ carrier: 'lab', carrierAccount: null }, first)).toBe(false);
});

test('calls are placed with the first one, or with the one that is chosen for the tenant and no other', () => {
  expect(carriers.forTenant('one')).toBe(first);
  const chosen = new Carriers([first, third], (tenantId) => (tenantId === 'one' ? third : null));
  expect([chosen.forTenant('one'), chosen.forTenant('two')]).toEqual([third, null]);
});

test('an account is connected once, under a name that can be stored', () => {
  expect(() => new Carriers([first, third, carrier('lab', 'AC1')])).toThrow('connected twice');
  expect(() => new Carriers([carrier('Lab 1', 'AC1')])).toThrow('cannot be named');
});
