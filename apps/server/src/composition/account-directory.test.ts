import { describe, expect, test } from 'vitest';
import type { CarrierConnection } from '../ports/carrier-connection.ts';
import { AccountDirectory, type ConnectedAccount } from './account-directory.ts';

const account = (name: string, sid: string, paths: readonly string[] = []) => ({
  connection: {
    carrier: { name, account: sid, connectionId: null },
    webhooks: Object.fromEntries(paths.map((path) => [path, () => null])),
    sockets: {},
  } as unknown as CarrierConnection,
  mainNumber: '+15005550006',
  sandbox: null,
});

test('an account is connected once, under a name that can be stored', () => {
  const first = account('lab', 'AC1');
  expect(() => new AccountDirectory([first, account('other', 'AC1'), account('lab', 'AC1')])).toThrow(
    'connected twice',
  );
  expect(() => new AccountDirectory([account('Lab 1', 'AC1')])).toThrow('cannot be named');
});

test('accounts are found by path, all that share it, and by what a call says', async () => {
  const [one, two, third] = [
    account('lab', 'AC1', ['/shared', '/one']),
    account('lab', 'AC2', ['/shared']),
    account('json-carrier', 'AC1'),
  ];
  const directory = new AccountDirectory([one, two, third]);
  expect(await directory.webhook('/shared')).toEqual([one.connection, two.connection]);
  expect(await directory.webhook('/one')).toEqual([one.connection]);
  expect(await directory.webhook('/two')).toBeNull();
  expect(await directory.socket('/shared')).toBeNull();
  expect(directory.of({ name: 'json-carrier', account: 'AC1' })).toBe(third);
  expect(directory.of({ name: 'json-carrier', account: 'AC2' })).toBeNull();
});

describe('accounts that organizations connect', () => {
  const id = '6a3f8d1e-0c55-4e83-a7de-92bb31e5a001';
  const connected = { ...account('lab', 'AC9', [`/webhooks/carrier/${id}/status`]), tenantId: 'org_1' };
  const source = (known: { list: readonly ConnectedAccount[] }, refresh = async () => {}) => ({
    all: () => known.list,
    byId: (wanted: string) => (wanted === id ? (known.list[0] ?? null) : null),
    refresh,
    connectionIdOf: (path: string) => path.split('/')[3] ?? null,
  });

  test('one that another server has just stored is looked for before its webhook is refused', async () => {
    const known: { list: readonly ConnectedAccount[] } = { list: [] };
    const directory = new AccountDirectory(
      [account('lab', 'AC1')],
      source(known, async () => {
        known.list = [connected];
      }),
    );
    expect(await directory.webhook(`/webhooks/carrier/${id}/status`)).toEqual([connected.connection]);
    expect(await directory.webhook(`/webhooks/carrier/${id}/other`)).toBeNull();
    expect(directory.of({ name: 'lab', account: 'AC9' })).toBe(connected);
    expect(directory.carriersFor('org_1')).toHaveLength(2);
    expect(directory.carriersFor('org_2')).toHaveLength(1);
  });

  test('CN8: an account that is set in the environment after an organization connected it is that of the environment alone', async () => {
    const environment = account('lab', 'AC9', ['/webhooks/carrier/status']);
    const directory = new AccountDirectory([environment], source({ list: [connected] }));
    expect(directory.of({ name: 'lab', account: 'AC9' })).toBe(environment);
    expect(directory.carriersFor('org_1')).toEqual([environment.connection.carrier]);
    // No call of the organization is placed with it, and none that arrives is taken for one of somebody else.
    expect(directory.ofConnection(id)).toBeNull();
    expect(await directory.webhook(`/webhooks/carrier/${id}/status`)).toBeNull();
    expect(directory.taken()).toEqual([connected]);
    expect(new AccountDirectory([], source({ list: [connected] })).taken()).toEqual([]);
  });

  test('guessed ids are looked for at most five times a second, each once in five seconds', async () => {
    let looked = 0;
    const directory = new AccountDirectory(
      [],
      source({ list: [] }, async () => {
        looked += 1;
      }),
    );
    for (let guess = 0; guess < 50; guess += 1)
      expect(await directory.webhook(`/webhooks/carrier/guess-${guess}/status`)).toBeNull();
    expect(looked).toBe(1);
  });

  test('one that is gone is not found any more', () => {
    const known: { list: readonly ConnectedAccount[] } = { list: [connected] };
    const directory = new AccountDirectory([], source(known));
    expect(directory.carriers()).toEqual([connected.connection.carrier]);
    known.list = [];
    expect(directory.of({ name: 'lab', account: 'AC9' })).toBeNull();
  });
});
