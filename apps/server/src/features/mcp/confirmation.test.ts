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

test('MC6: a confirmation is of exactly its call, by its key, on its side, and is over after ten minutes', async () => {
  const { clock, confirmations } = harness();
  const given = await confirmations.give(caller, input, 'sandbox');
  const good = await confirmations.read(caller, input, given);
  expect(good).toEqual({ key: expect.stringMatching(/^mcp-[\w-]{20}$/), side: 'sandbox', isOver: false });
  expect(await confirmations.read({ ...caller, userId: 'key-2' }, input, given)).toBeNull();
  expect(await confirmations.read({ ...caller, tenantId: 'other' }, input, given)).toBeNull();
  expect(await confirmations.read(caller, { ...input, message: 'Else.' }, given)).toBeNull();
  expect(await confirmations.read(caller, { ...input, contactId: 'x' }, given)).toBeNull();
  expect(await confirmations.read(caller, { ...input, templateId: 'x' }, given)).toBeNull();
  const real = await confirmations.give(caller, input, 'real');
  expect(await confirmations.read(caller, input, real)).toMatchObject({ side: 'real' });
  clock.advance(599_000);
  expect(await confirmations.read(caller, input, given)).toEqual(good);
  clock.advance(1_000);
  expect(await confirmations.read(caller, input, given)).toEqual({ ...good, isOver: true });
});

test('MC6: two previews of the same call give two confirmations', async () => {
  const { confirmations } = harness();
  const [one, other] = await Promise.all([1, 2].map(() => confirmations.give(caller, input, 'real')));
  expect(one).not.toBe(other);
});

test.each(['', '.', '..', 'a.b.c', '0.'.padEnd(22, 'a') + '.'.padEnd(44, 'a')])(
  'MC6: %j is no confirmation',
  async (text) => {
    expect(await harness().confirmations.read(caller, input, text)).toBeNull();
  },
);
