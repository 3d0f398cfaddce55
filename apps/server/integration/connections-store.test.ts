import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConnectionStore } from '../src/adapters/postgres/connections/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type {
  Actor,
  ConnectionStore,
  NewConnection,
  PointingChange,
  StoredConnection,
} from '../src/ports/connections.ts';
import type { Log } from '../src/ports/log.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/old-deployment.ts';
import { newAccount, newNumber, phoneAccount as phone, sidOf } from '../testing/phone-accounts.ts';

let test_: TestDatabase;
let database: Database;
let store: ConnectionStore;
let one: Actor;
let two: Actor;
const errors: string[] = [];
const log: Log = { debug() {}, info() {}, warn() {}, error: (_, message) => void errors.push(message) };
const secrets = onlySecret('a secret of forty characters for testing');

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  store = createConnectionStore({ database, secrets, log });
});
afterAll(() => test_.drop());

const newTenant = () => createTenant(database);

async function connected(connection: NewConnection): Promise<string> {
  const result = await store.connect(connection);
  if (result.kind !== 'connected') throw new Error(result.kind);
  return result.id;
}

async function read(id: string): Promise<StoredConnection | undefined> {
  return (await store.load()).connections.find((each) => each.id === id);
}
const tokenOf = async (id: string) => (await read(id))?.secrets.get('auth-token')?.value;

const insertCall = (tenantId: string, connectionId: string, status = 'in-progress') => {
  const id = randomUUID();
  return run(test_.owner, async (client) => {
    await client.query(
      `insert into calls (tenant_id, id, carrier, direction, status, engine, connection_id)
       values ($1, $2, 'twilio', 'inbound', $3, 'relay', $4)`,
      [tenantId, id, status, connectionId],
    );
    return id;
  });
};

test('address, mail and storage belong to a deployment with one organization', async () => {
  const first = await newTenant();
  const address = (actor: Actor): NewConnection => ({
    actor,
    settings: { version: 1, kind: 'address', url: 'https://desk.example.com' },
    secrets: {},
    replaces: null,
  });
  expect(await store.onlyTenant()).toBe(first.tenantId);
  const id = await connected(address(first));
  const second = await newTenant();
  expect(await store.onlyTenant()).toBeNull();
  expect(await store.connect(address(second))).toEqual({ kind: 'one_organization_only' });
  // What stands stays in force, and its owner may end it.
  expect((await read(id))?.state).toBe('active');
  expect(await store.disconnect({ actor: first, id, revision: 1 })).toEqual({ kind: 'changed' });
});

describe('a phone account', () => {
  beforeEach(async () => {
    [one, two] = [await newTenant(), await newTenant()];
  });

  test('is stored with its secrets, limits and numbers, and read back by servers alone', async () => {
    const numbers = [newNumber(), newNumber()];
    const id = await connected(phone(one, { numbers, token: 'a-token-of-one' }));
    const stored = await read(id);
    expect(stored).toMatchObject({
      tenantId: one.tenantId,
      state: 'active',
      revision: 1,
      connectedBy: 'Kit',
      limits: { callsAtOnce: 2, callsPerSecond: 1, countries: ['US'] },
      failing: null,
      unreadable: false,
    });
    expect(stored?.numbers.map(({ number, sid }) => [number, sid])).toEqual(
      numbers.map((n) => [n, sidOf(n)]),
    );
    expect(await tokenOf(id)).toBe('a-token-of-one');
    const rows = await run(test_.owner, async (client) =>
      Promise.all(
        ['connections', 'secrets', 'audit_log', 'phone_numbers'].map(
          async (table) => (await client.query(`select * from ${table}`)).rows,
        ),
      ),
    );
    expect(JSON.stringify(rows)).not.toContain('a-token-of-one');
  });

  test('CN17: two administrators who connect at once: one wins, the other is told', async () => {
    const results = await Promise.all([store.connect(phone(one)), store.connect(phone(one))]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['connected', 'stale']);
  });

  test('CN8: belongs to one organization, and not beside the environment', async () => {
    const account = newAccount();
    await connected(phone(one, { account }));
    expect(await store.connect(phone(two, { account }))).toEqual({ kind: 'account_taken' });
    const environment = { account: newAccount(), numbers: [newNumber()] };
    expect(await store.connect(phone(two, { account: environment.account, environment }))).toEqual({
      kind: 'account_taken',
    });
    expect(await store.connect(phone(two, { numbers: environment.numbers, environment }))).toEqual({
      kind: 'number_claimed',
      number: environment.numbers[0],
    });
  });

  test('CN8: a number claimed by two organizations at the same moment is given once, each time', async () => {
    let seenOne: NewConnection['replaces'] = null;
    let seenTwo: NewConnection['replaces'] = null;
    for (let round = 0; round < 8; round += 1) {
      const number = newNumber();
      const results = await Promise.all([
        store.connect(phone(one, { numbers: [number], replaces: seenOne })),
        store.connect(phone(two, { numbers: [number], replaces: seenTwo })),
      ]);
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(['connected', 'number_claimed']);
      expect(results.find(({ kind }) => kind === 'number_claimed')).toEqual({
        kind: 'number_claimed',
        number,
      });
      const { connections } = await store.load();
      const holders = connections.filter((each) => each.numbers.some((own) => own.number === number));
      expect(holders).toHaveLength(1);
      const seen = (actor: Actor) =>
        connections.find(({ tenantId, state }) => tenantId === actor.tenantId && state === 'active') ?? null;
      const [first, second] = [seen(one), seen(two)];
      seenOne = first && { id: first.id, revision: first.revision };
      seenTwo = second && { id: second.id, revision: second.revision };
    }
  });

  test('CN1, V7: another account takes its place, and the first is kept for its calls', async () => {
    const first = await connected(phone(one));
    const call = await insertCall(one.tenantId, first);
    const second = await connected(phone(one, { replaces: { id: first, revision: 1 } }));
    expect([(await read(first))?.state, (await read(second))?.state]).toEqual(['replaced', 'active']);
    expect(await tokenOf(first)).toBe('token-1');
    const later = new Date(Date.now() + 60_000);
    const held = async () =>
      (await store.heldUntil(later)).filter(({ tenantId }) => tenantId === one.tenantId);
    expect(await held()).toEqual([]);
    expect(await store.callsUp(one.tenantId, first)).toBe(1);
    expect(await store.removeSecrets(one.tenantId, first)).toBe(false);
    await run(test_.owner, (client) =>
      client.query("update calls set status = 'completed' where id = $1", [call]),
    );
    expect(await held()).toEqual([{ tenantId: one.tenantId, id: first }]);
    expect(await store.removeSecrets(one.tenantId, first)).toBe(true);
    expect(await read(first)).toBeUndefined();
    const left = await run(test_.owner, (client) =>
      client.query('select from secrets where name like $1', [`connections/${first}/%`]),
    );
    expect(left.rowCount).toBe(0);
    // The account is free for others, and for its first owner under the same id.
    expect(await store.removeSecrets(one.tenantId, second)).toBe(false);
  });

  test('comes back under the same id, with its agent and label, also after its secrets are gone', async () => {
    const [account, number] = [newAccount(), newNumber()];
    const id = await connected(phone(one, { account, numbers: [number] }));
    await run(test_.owner, (client) =>
      client.query("update phone_numbers set label = 'Main line' where number = $1", [number]),
    );
    await store.disconnect({ actor: one, id, revision: 1 });
    expect(await connected(phone(one, { account, numbers: [number] }))).toBe(id);
    expect(await read(id)).toMatchObject({ state: 'active', revision: 3, endedAt: null });
    await store.disconnect({ actor: one, id, revision: 3 });
    expect(await store.removeSecrets(one.tenantId, id)).toBe(true);
    const gone = (await store.load(one.tenantId)).withoutSecrets;
    expect(gone).toMatchObject([{ id, state: 'disconnected', numbers: [] }]);
    expect(await connected(phone(one, { account, numbers: [number], token: 'token-2' }))).toBe(id);
    expect(await tokenOf(id)).toBe('token-2');
    const { rows } = await run(test_.owner, (client) =>
      client.query('select label, connection_id from phone_numbers where number = $1', [number]),
    );
    expect(rows).toEqual([{ label: 'Main line', connection_id: id }]);
  });

  test('an account that its organization gave up can be connected by another, with the same numbers', async () => {
    const [account, numbers] = [newAccount(), [newNumber()]];
    const id = await connected(phone(one, { account, numbers }));
    await store.disconnect({ actor: one, id, revision: 1 });
    expect(await store.connect(phone(two, { account, numbers }))).toEqual({ kind: 'account_taken' });
    await store.removeSecrets(one.tenantId, id);
    const theirs = await connected(phone(two, { account, numbers }));
    expect(theirs).not.toBe(id);
    expect((await read(theirs))?.numbers).toHaveLength(1);
  });

  test('a row that another organization left of the account is no claim when numbers are chosen again', async () => {
    const [account, old, more] = [newAccount(), newNumber(), newNumber()];
    const theirs = await connected(phone(one, { account, numbers: [old, more] }));
    await store.disconnect({ actor: one, id: theirs, revision: 1 });
    await store.removeSecrets(one.tenantId, theirs);
    const id = await connected(phone(two, { account, numbers: [old] }));
    const chosen = [old, more].map((number) => ({ number, sid: sidOf(number) }));
    const numbers = { chosen, main: old };
    expect(await store.changePhone({ actor: two, id, revision: 1, numbers })).toEqual({ kind: 'changed' });
    expect((await read(id))?.numbers.map(({ number }) => number)).toEqual([old, more].toSorted());
  });

  test('CN14: limits that were looked at for one account are not taken for those of the next', async () => {
    const account = newAccount();
    const looked = async () => Object.keys((await store.load(one.tenantId)).calling[0]?.lookedAt ?? {});
    const id = await connected(phone(one, { account }));
    await store.markLookedAt(one, 'opening');
    await store.markLookedAt(one, 'limits');
    await store.disconnect({ actor: one, id, revision: 1 });
    await connected(phone(one, { account }));
    expect(await looked()).toEqual(['limits', 'opening']);
    const second = await connected(phone(one, { replaces: { id, revision: 3 } }));
    expect(await looked()).toEqual(['opening']);
    await store.markLookedAt(one, 'limits');
    await store.useDefault({ actor: one, id: second, revision: 1 });
    expect(await looked()).toEqual(['opening']);
  });

  test('CN17: a change names the revision that the person saw', async () => {
    const id = await connected(phone(one, { secrets: { 'auth-token': 't', 'api-secret': 'k' } }));
    const rotate = (revision: number) =>
      store.changePhone({
        actor: one,
        id,
        revision,
        secrets: { values: { 'auth-token': 'token-2' }, apiKeySid: null },
      });
    const results = await Promise.all([rotate(1), rotate(1)]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'stale']);
    const stored = await read(id);
    // The earlier token still verifies; the key that was left out is gone.
    expect(stored?.secrets.get('auth-token')).toMatchObject({ value: 'token-2', earlier: 't' });
    expect([...(stored?.secrets.keys() ?? [])]).toEqual(['auth-token']);
    expect(stored?.revision).toBe(2);
    expect(await store.replaceSecrets({ actor: two, id, revision: 2, secrets: {} })).toEqual({
      kind: 'missing',
    });
  });

  test('numbers that are left out are free, those whose calls come here are not', async () => {
    const [kept, left, added] = [newNumber(), newNumber(), newNumber()];
    const id = await connected(phone(one, { numbers: [kept, left] }));
    const present = {
      ...{ voiceUrl: 'https://pbx.example.com', voiceMethod: 'POST', voiceFallbackUrl: '' },
      ...{ voiceFallbackMethod: 'POST', statusCallback: '', statusCallbackMethod: 'POST' },
      ...{ voiceApplicationSid: '', trunkSid: '' },
    };
    const mark = (change: Omit<PointingChange, 'number'>) =>
      store.markPointing(one.tenantId, id, { number: kept, ...change });
    await mark({ pointing: 'pointing', present: { ...present, voiceUrl: 'https://first.example.com' } });
    await mark({ pointing: 'here' });
    // Changed at the carrier meanwhile and taken over again: it goes back to where it went last.
    await mark({ pointing: 'pointing', present });
    await mark({ pointing: 'here' });
    const chosen = [{ number: added, sid: sidOf(added) }];
    await store.changePhone({ actor: one, id, revision: 1, numbers: { chosen, main: added } });
    const stored = await read(id);
    expect(stored?.numbers.map(({ number, pointing }) => [number, pointing])).toEqual([
      [kept, 'here'],
      [added, null],
    ]);
    expect(stored?.numbers[0]?.before).toEqual(present);
    expect(stored?.settings).toMatchObject({ mainNumber: added, givenUp: [kept] });
    // Kept while calls still come here, for a day: the carrier has to be asked to send them back.
    await store.disconnect({ actor: one, id, revision: 2 });
    expect(await store.removeSecrets(one.tenantId, id)).toBe(false);
    await store.markPointing(one.tenantId, id, { number: kept, pointing: 'restored' });
    expect((await read(id))?.numbers.map(({ number }) => number)).toEqual([added]);
    expect((await read(id))?.settings).toMatchObject({ givenUp: [] });
    expect(await store.removeSecrets(one.tenantId, id)).toBe(true);
  });

  test('CN6: a server that is killed before the end of a change leaves the old one, whole', async () => {
    const number = newNumber();
    const id = await connected(phone(one, { numbers: [number] }));
    const before = await store.load(one.tenantId);
    await run(test_.owner, async (client) => {
      await client.query('begin');
      // What every change writes last.
      await client.query('select from connection_changes for update');
      const change = store.connect(phone(one, { replaces: { id, revision: 1 }, token: 'never' }));
      const outcome = change.then(
        () => 'stored',
        () => 'failed',
      );
      const waiting = async () => {
        const { rows } = await client.query<{ pid: number }>(
          `select pid from pg_stat_activity
           where datname = current_database() and application_name = 'parley app' and wait_event_type = 'Lock'`,
        );
        return rows[0]?.pid;
      };
      await expect.poll(waiting).toBeDefined();
      await client.query('select pg_terminate_backend($1)', [await waiting()]);
      expect(await outcome).toBe('failed');
      await client.query('commit');
    });
    const after = await store.load(one.tenantId);
    expect(after).toEqual(before);
    expect(await tokenOf(id)).toBe('token-1');
  });

  test('health is written when it turns, with the moment of the first failure', async () => {
    const id = await connected(phone(one));
    const at = (minute: number) => new Date(Date.UTC(2026, 9, 13, 10, minute));
    await store.markHealth(one.tenantId, id, 'wrong_token', at(1));
    const version = await store.version();
    await store.markHealth(one.tenantId, id, 'wrong_token', at(2));
    expect(await store.version()).toBe(version);
    expect(await read(id)).toMatchObject({
      failing: { code: 'wrong_token', since: at(1) },
      checkedAt: at(2),
    });
    await store.markHealth(one.tenantId, id, null, at(3));
    expect((await read(id))?.failing).toBeNull();
    expect(await store.version()).toBeGreaterThan(version);
  });

  test('a secret that cannot be read drops its own connection only', async () => {
    const [mine, theirs] = [await connected(phone(one)), await connected(phone(two))];
    await run(test_.owner, (client) =>
      client.query("update secrets set sealed = 'broken' where name like $1", [`connections/${mine}/%`]),
    );
    expect(await read(mine)).toMatchObject({ unreadable: true, state: 'active' });
    await store.load();
    expect(errors).toEqual(['a secret in the vault cannot be read']);
    expect(await tokenOf(theirs)).toBe('token-1');
  });
});
