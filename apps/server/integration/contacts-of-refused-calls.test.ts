import { permissionsOf } from '@parley/contract';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createContactStore } from '../src/adapters/postgres/contacts/store.ts';
import type { Caller } from '../src/ports/caller.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';

test('CT1: a contact made for a call that was refused goes, unless somebody has used it since', async () => {
  await using own = await createTestDatabase();
  const database = await own.open();
  const contacts = createContactStore(database);
  const owner = new pg.Client(own.owner);
  await owner.connect();
  const made = await createTenant(database);
  const caller: Caller = {
    ...{ ...made, displayName: 'Kit', permissions: permissionsOf.operator, email: null },
    expiresAt: new Date(Date.now() + 60_000),
  };
  const ensured = async (name: string) => {
    const made = await contacts.ensure(caller, '+4930123456', name);
    if (made.kind !== 'stored') throw new Error(made.kind);
    return made;
  };
  const [ada, ben, cleo] = [await ensured('Ada'), await ensured('Ben'), await ensured('Cleo')];
  expect([ada.isNew, (await ensured('ada')).isNew]).toEqual([true, false]);
  await contacts.change(caller, ben.contact.id, { ...ben.contact, notes: 'x', revision: 1 });
  const callId = await insertCall(owner, { ...caller, number: '+4930123456' });
  await owner.query('update calls set contact_id = $2 where id = $1', [callId, cleo.contact.id]);
  const nothingElse = { language: null, timeZone: null, consent: [], notes: '', agentNotes: '' };
  const dora = { ...nothingElse, number: '+4930123456', name: 'Dora' };
  const byHand = await contacts.create(caller, dora, 'hand');
  if (byHand.kind !== 'stored') throw new Error(byHand.kind);
  for (const { id } of [ada.contact, ben.contact, cleo.contact, byHand.contact])
    await contacts.removeUnused(caller, id);
  const left = await contacts.ofNumber(caller.tenantId, '+4930123456');
  expect(left.map(({ name }) => name)).toEqual(['Ben', 'Cleo', 'Dora']);
  await owner.end();
});
