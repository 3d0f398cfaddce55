import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createAuditSealing } from '../src/adapters/postgres/audit/sealing.ts';
import { callReads } from '../src/adapters/postgres/call-reads.ts';
import { byExternalId } from '../src/adapters/postgres/call-search/candidates.ts';
import { callConditions } from '../src/adapters/postgres/call-search/conditions.ts';
import { addContacts } from '../src/adapters/postgres/contacts/import-contacts.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { CampaignDesk } from '../testing/campaigns.ts';
import { createTestDatabase, untilDisconnected } from '../testing/database.ts';
import { plantCall, run } from '../testing/searched-calls.ts';

const pieces = 8;
const piece = 500;
const numberOf = (place: number) => `+1303${2_000_000 + place}`;
const places = (n: number) => Array.from({ length: piece }, (_, place) => n * piece + place);

/** How many rows of a table were read by this work, in a database that knows the statistics of one row of somebody else. */
async function rowsRead(
  table: 'recipients' | 'contacts' | 'calls' | 'audit_log',
  work: (database: Database, owner: pg.Client) => Promise<void>,
): Promise<number> {
  await using test_ = await createTestDatabase();
  const { owner: connection, secret } = test_;
  const database = await openDatabase({ owner: connection, secret, onError: () => {} });
  const desk = await CampaignDesk.open(database);
  await desk.withRows([['Ada', '+12025550123']]);
  if (table === 'calls')
    await createAgentStore(database).createTenant({ id: 'one', name: 'one' }, starterAgents);
  await database.asSystem((tx) => addTo(tx, desk.caller.tenantId, [0]));
  const owner = new pg.Client(connection);
  await owner.connect();
  if (table === 'calls') await plantCall(database, { columns: { external_id: 'order 1' } });
  await owner.query('analyze recipients, contacts, calls');
  await work(database, owner);
  await owner.end();
  // Connections report what they have read at the latest when they end.
  await database.close();
  await untilDisconnected(inject('cluster'), connection.database);
  const reader = new pg.Client(connection);
  await reader.connect();
  const { rows } = await reader.query<{ read: number }>(
    'select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = $1',
    [table],
  );
  await reader.end();
  return rows[0]?.read ?? Number.NaN;
}

function addTo(tx: Parameters<typeof addContacts>[0], tenantId: string, which: readonly number[]) {
  const at = { part: 0, offset: 0, row: 0, width: 2 };
  const contacts = which.map((place) => ({
    ...{ row: place, number: numberOf(place), name: `Person ${place}`, nameKey: `person ${place}` },
    ...{ words: [], language: null, timeZone: null, consent: [], notes: '', agentNotes: '' },
  }));
  const batch = {
    ...{ contacts, refused: [], rows: which.length, from: at, to: at },
    ...{ last: false, notifyPages: false },
  };
  return addContacts(
    tx,
    { tenantId, importId: randomUUIDv7() },
    { startedBy: { id: null, name: null } },
    batch,
  );
}

test('CP2: rows of a campaign are not read again for each row that is added, however old the statistics are', async () => {
  const read = await rowsRead('recipients', async (database) => {
    const desk = await CampaignDesk.open(database);
    const { campaign } = await desk.setFile(await desk.create());
    for (let n = 0; n < pieces; n += 1) {
      const rows = places(n).map((place) => [`Person ${place}`, numberOf(place), 'Monday']);
      await desk.send(campaign, rows, 2 + n * piece);
    }
    expect(await desk.counts(campaign)).toEqual({ pending: pieces * piece });
  });
  // Its counts read each row once.
  expect(read).toBeGreaterThanOrEqual(pieces * piece);
  expect(read).toBeLessThan(3 * pieces * piece);
});

test('CP5: contacts are not all read for each row of a campaign, however old the statistics are', async () => {
  const read = await rowsRead('contacts', async (database) => {
    const desk = await CampaignDesk.open(database);
    const { tenantId } = desk.caller;
    await database.asSystem((tx) => addTo(tx, tenantId, places(0)));
    await desk.withRows(places(0).map((place) => [`Person ${place}`, numberOf(place), 'Monday']));
  });
  expect(read).toBeGreaterThanOrEqual(piece);
  expect(read).toBeLessThan(3 * piece);
});

test('CT4: contacts are not all read for each one that is imported, however old the statistics are', async () => {
  const read = await rowsRead('contacts', async (database) => {
    const { caller } = await CampaignDesk.open(database);
    for (let n = 0; n < pieces; n += 1) {
      const added = await database.asSystem((tx) => addTo(tx, caller.tenantId, places(n)));
      expect(added).toMatchObject({ added: piece, present: 0, refused: [] });
    }
    const again = await database.asSystem((tx) => addTo(tx, caller.tenantId, places(0)));
    expect(again).toMatchObject({ added: 0, present: piece });
  });
  // How many there are is looked at once for each piece.
  expect(read).toBeGreaterThanOrEqual(pieces * piece);
  expect(read).toBeLessThan(pieces * pieces * piece);
});

test('SE13: a search does not read all calls for one external id, however old the statistics are', async () => {
  const read = await rowsRead('calls', async (database) => {
    await createAgentStore(database).createTenant({ id: 'many', name: 'many' }, starterAgents);
    await run(
      database,
      `insert into calls (tenant_id, id, agent_id, carrier, direction, from_number, to_number, status, engine, created_at,
         external_id)
       select 'many', ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'kuzco', 'lab', 'outbound',
         '+12025550100', '+12025550101', 'completed', 'relay', now(), case when n <= 4 then ' order 4711' else 'order ' || n end
       from generate_series(1, 4000) as n`,
    );
    const bounds = {
      before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      oldest: '00000000-0000-0000-0000-000000000000',
    };
    const find = (typed: string, wanted: number) =>
      byExternalId(database, 'many', typed, callConditions({}, 'UTC', 6), bounds, wanted);
    const id = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
    expect(await find('order 5', 10)).toEqual([id(5)]);
    expect(await find(' order 5 ', 10)).toEqual([id(5)]);
    expect(await find(' order 4711', 3)).toEqual([id(4), id(3), id(2)]);
    expect(await find('order 9999', 10)).toEqual([]);
    const listed = await callReads(database).list('many', {
      limit: 10,
      afterId: undefined,
      externalId: 'order 6',
    });
    expect(listed.map(({ _id }) => _id)).toEqual([id(6)]);
    expect(
      await callReads(database).list('many', { limit: 10, afterId: undefined, externalId: 'order 9999' }),
    ).toEqual([]);
  });
  expect(read).toBeGreaterThanOrEqual(6);
  expect(read).toBeLessThan(100);
});

test('AU10: entries that cannot be sealed do not make the whole log be read every time', async () => {
  const [old, waiting] = [20_000, 2_500];
  const read = await rowsRead('audit_log', async (database, owner) => {
    const nothing = () => {};
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
    const sealing = createAuditSealing(database, { get: async () => Buffer.alloc(32, 7) }, log);
    const add = (count: number) =>
      owner.query(
        `insert into audit_log (tenant_id, actor, action, subject)
         select 'stuck', 'kit', 'call.ended', 'call-' || n from generate_series(1, $1) n`,
        [count],
      );
    await add(old);
    await owner.query('truncate audit_unsealed');
    await add(1);
    while (await sealing.sealSome()) {}
    await owner.query("update audit_checkpoints set head_seq = 0 where tenant_id = 'stuck'");
    await add(waiting);
    await owner.query('analyze audit_log, audit_unsealed');
    expect(await sealing.sealSome()).toBe(0);
  });
  expect(read).toBeGreaterThanOrEqual(waiting);
  expect(read).toBeLessThan(3 * waiting);
});
