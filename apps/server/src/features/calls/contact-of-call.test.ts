import { type Permission, permissionsOf } from '@parley/contract';
import { expect, test } from 'vitest';
import type { ContactStore } from '../../ports/contacts.ts';
import { contactOf } from './contact-of-call.ts';

type Ensured = Awaited<ReturnType<ContactStore['ensure']>>;

function contacts(answer: Ensured) {
  const asked: string[][] = [];
  const ensure: ContactStore['ensure'] = async ({ userId }, number, name) => {
    asked.push([userId, number, name]);
    return answer;
  };
  return { asked, ensure };
}

const callerWith = (permissions: readonly Permission[]) => ({
  ...{ userId: 'kit', tenantId: 'one', permissions, displayName: 'Kit', email: null },
  expiresAt: new Date(),
});
const caller = callerWith(permissionsOf.operator);
const stored: Ensured = { kind: 'stored', contact: { id: 'ada' } as never, isNew: true };

test('a name makes a contact of the number', async () => {
  const store = contacts(stored);
  expect(await contactOf(store, { caller, contactName: ' Ada Weber ' }, '+12025550123')).toEqual({
    id: 'ada',
    isNew: true,
  });
  expect(store.asked).toEqual([['kit', '+12025550123', 'Ada Weber']]);
});

test('without a name, or with a chosen contact, nothing is asked', async () => {
  const store = contacts(stored);
  expect(await contactOf(store, { caller }, '+12025550123')).toEqual({ id: null, isNew: false });
  expect(await contactOf(store, { caller, contactId: 'kim', contactName: 'Ada' }, '+12025550123')).toEqual({
    id: 'kim',
    isNew: false,
  });
  expect(store.asked).toEqual([]);
});

test('whoever may write no contacts makes none with a call', async () => {
  const store = contacts(stored);
  const placing = callerWith(['calls.place']);
  expect(await contactOf(store, { caller: placing, contactName: 'Ada' }, '+12025550123')).toEqual({
    id: null,
    isNew: false,
  });
  expect(store.asked).toEqual([]);
});

test.each(['too_many_contacts', 'too_many_people'] as const)(
  '%s: the call is refused in words',
  async (kind) => {
    const called = contactOf(contacts({ kind }), { caller, contactName: 'Ada' }, '+12025550123');
    await expect(called).rejects.toMatchObject({
      code: kind,
      message: expect.stringMatching(/may have at most/),
    });
  },
);
