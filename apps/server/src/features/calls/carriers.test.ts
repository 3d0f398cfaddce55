import { expect, test } from 'vitest';
import type { Carrier } from '../../ports/carrier.ts';
import { Carriers, isCertainlyOwn } from './carriers.ts';

const carrier = (name: string, account: string, connectionId: string | null = null) =>
  ({ name, account, connectionId }) as Carrier;
const first = carrier('lab', 'AC1');
const second = carrier('lab', 'AC2');
const third = carrier('other', 'AC1');
const carriers = new Carriers(() => [first, second, third]);

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

test('a call without its account is never taken for one of a connection', () => {
  const connected = carrier('lab', 'AC4', '8d6ba1f6-3a57-4f0a-9d7b-5d4c2f4f1f10');
  const known = new Carriers(() => [connected, first]);
  expect(known.of({ carrier: 'lab', carrierAccount: null })).toBe(first);
  expect(known.of({ carrier: 'lab', carrierAccount: 'AC4' })).toBe(connected);
});

test('an account that is connected later is found, and one that is gone is not', () => {
  const connected = [first];
  const known = new Carriers(() => connected);
  expect(known.of({ carrier: 'other', carrierAccount: 'AC1' })).toBeNull();
  connected.push(third);
  expect(known.of({ carrier: 'other', carrierAccount: 'AC1' })).toBe(third);
  connected.shift();
  expect(known.of({ carrier: 'lab', carrierAccount: 'AC1' })).toBeNull();
});
