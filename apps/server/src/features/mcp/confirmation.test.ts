import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { Caller } from '../../ports/caller.ts';
import { Confirmations } from './confirmation.ts';

const caller = { userId: 'key-1', tenantId: 'tenant-1' } as Caller;
const input = { agentId: 'gs-dental', phoneNumber: '+15005550100', message: 'Say hello.' };

function harness() {
  const clock = new ManualClock();
  const key = Buffer.alloc(32, 7);
  return { clock, confirmations: new Confirmations(async () => key, clock) };
}

test('MC6: a confirmation is good for exactly its call, by its key, on its side, for ten minutes', async () => {
  const { clock, confirmations } = harness();
  const given = await confirmations.give(caller, input, 'sandbox');
  const good = await confirmations.check(caller, input, 'sandbox', given);
  expect(good).toMatch(/^mcp-[\w-]{20}$/);
  expect(await confirmations.check({ ...caller, userId: 'key-2' }, input, 'sandbox', given)).toBeNull();
  expect(await confirmations.check({ ...caller, tenantId: 'other' }, input, 'sandbox', given)).toBeNull();
  expect(await confirmations.check(caller, input, 'real', given)).toBeNull();
  expect(await confirmations.check(caller, { ...input, message: 'Else.' }, 'sandbox', given)).toBeNull();
  expect(await confirmations.check(caller, { ...input, contactId: 'x' }, 'sandbox', given)).toBeNull();
  expect(await confirmations.check(caller, { ...input, templateId: 'x' }, 'sandbox', given)).toBeNull();
  clock.advance(599_000);
  expect(await confirmations.check(caller, input, 'sandbox', given)).toBe(good);
  clock.advance(1_000);
  expect(await confirmations.check(caller, input, 'sandbox', given)).toBeNull();
});

test('MC6: two previews of the same call give two confirmations', async () => {
  const { confirmations } = harness();
  const [one, other] = await Promise.all([1, 2].map(() => confirmations.give(caller, input, 'real')));
  expect(one).not.toBe(other);
});

test.each(['', '.', '..', 'a.b.c', '0.'.padEnd(22, 'a') + '.'.padEnd(44, 'a')])(
  'MC6: %j is no confirmation',
  async (text) => {
    expect(await harness().confirmations.check(caller, input, 'sandbox', text)).toBeNull();
  },
);
