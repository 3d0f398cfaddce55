import { expect, test } from 'vitest';
import type { CarrierConnection } from '../ports/carrier-connection.ts';
import { AccountDirectory } from './account-directory.ts';

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
