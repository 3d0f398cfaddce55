import { permissionsOf } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDoNotCallEditor } from '../src/adapters/postgres/do-not-call/editor.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { createFollowUpWork } from '../src/adapters/postgres/follow-ups/work.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { NewFollowUp } from '../src/ports/follow-ups.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { insertCall } from '../testing/example-person.ts';
import { type OpenedDatabase, openTestDatabase } from '../testing/opened-database.ts';

let opened: OpenedDatabase;
let database: OpenedDatabase['database'];
let owner: OpenedDatabase['owner'];

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ database, owner } = opened);
});
afterAll(() => opened.drop());

const number = '+4930123456';

/** Somebody who called in did not want to be called, and nobody knows yet whether it was the owner of the number. */
async function optOut() {
  const expiresAt = new Date(Date.now() + 60_000);
  const made = await createTenant(database);
  const caller: Caller = {
    ...{ ...made, displayName: 'Kit', permissions: permissionsOf.admin, email: null, expiresAt },
  };
  const { tenantId } = caller;
  const callId = await insertCall(owner, { tenantId, number, userId: 'user_kit' }, { direction: 'inbound' });
  const list = createDoNotCallList(database);
  await list.add(tenantId, { number, source: `call ${callId}`, callId, unconfirmed: true });
  const desk = createDoNotCallEditor(database);
  const entryId = (await desk.page(tenantId, { limit: 1 }))?.entries[0]?.id ?? '';
  const work = createFollowUpWork(database);
  const followUp: NewFollowUp = {
    ...{ tenantId, callId, number, reason: 'opt_out_unconfirmed', what: 'May not want to be called.' },
    ...{ sourceKey: `call/${callId}/opt_out_unconfirmed`, subjectId: null, contactId: null, entry: null },
    ...{ urgentWhy: null, dueAt: new Date() },
  };
  const stored = async () => {
    const { rows } = await owner.query(
      'select state, note, closed_how, closed_by_name from follow_ups where tenant_id = $1',
      [tenantId],
    );
    return rows as Record<string, unknown>[];
  };
  return { caller, tenantId, list, desk, entryId, work, followUp, stored };
}

const auditOf = async (tenantId: string) =>
  (
    await owner.query<{ action: string }>('select action from audit_log where tenant_id = $1 order by id', [
      tenantId,
    ])
  ).rows.map(({ action }) => action);

test('DN4: confirming an entry closes the follow-up that asks for it, which says so', async () => {
  const { caller, tenantId, desk, entryId, work, followUp, stored } = await optOut();
  await work.add([followUp]);
  await desk.confirm(caller, entryId);
  expect(await stored()).toEqual([
    {
      ...{ state: 'done', note: 'Confirmed on the do-not-call list.' },
      ...{ closed_how: 'person', closed_by_name: 'Kit' },
    },
  ]);
  expect(await auditOf(tenantId)).toEqual(
    expect.arrayContaining(['do_not_call.confirmed', 'follow-up.done']),
  );
  // What was found in the call once more does not ask again.
  await work.add([followUp]);
  expect(await stored()).toHaveLength(1);
});

test('DN5: removing an entry closes its follow-up, with the reason in its note', async () => {
  const { caller, desk, entryId, work, followUp, stored, tenantId } = await optOut();
  await work.add([followUp]);
  await owner.query("update follow_ups set note = 'Ask by mail.' where tenant_id = $1", [tenantId]);
  await desk.remove(caller, entryId, 'forged');
  expect(await stored()).toMatchObject([
    {
      state: 'done',
      note: 'Ask by mail.\nRemoved from the do-not-call list: Somebody else asked for it, with a forged number.',
    },
  ]);
});

test.each([
  ['the same wish on a call that we placed', 'add', 'Confirmed on the do-not-call list.'],
  ['the command line that confirms', 'confirm', 'Confirmed on the do-not-call list.'],
  ['the command line that removes', 'remove', 'Removed from the do-not-call list.'],
] as const)('DN4: %s closes it too, as nobody’s', async (_, how, note) => {
  const { tenantId, list, work, followUp, stored } = await optOut();
  await work.add([followUp]);
  if (how === 'add') await list.add(tenantId, { number, source: 'call', callId: null, unconfirmed: false });
  else await list[how](tenantId, number);
  expect(await stored()).toEqual([{ state: 'done', note, closed_how: 'system', closed_by_name: null }]);
});

test('DN4: an entry that is confirmed while its call is being looked at leaves nothing to do', async () => {
  const { caller, desk, entryId, work, followUp, stored } = await optOut();
  // Whoever holds the lock of the call has found the wish and has not yet stored it.
  const holder = new pg.Client(opened.created.owner);
  await holder.connect();
  await holder.query('begin');
  await holder.query("select pg_advisory_xact_lock(hashtext('parley follow-ups'), hashtext($1))", [
    followUp.callId,
  ]);
  const both = [desk.confirm(caller, entryId), work.add([followUp])];
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`;
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(2);
  await holder.query('commit');
  await holder.end();
  await Promise.all(both);
  expect((await stored()).filter(({ state }) => state !== 'done')).toEqual([]);
});

test('DN8: the same number of another organization keeps its follow-up', async () => {
  const [one, two] = [await optOut(), await optOut()];
  await one.work.add([one.followUp]);
  await two.work.add([two.followUp]);
  await one.desk.confirm(one.caller, one.entryId);
  expect(await two.stored()).toMatchObject([{ state: 'open', note: '' }]);
});
