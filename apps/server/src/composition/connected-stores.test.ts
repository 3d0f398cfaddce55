import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secret, storedConnection } from '../../testing/connections.ts';
import { bodyOf, failureOf, newName } from '../../testing/files/bodies.ts';
import { type S3Server, startS3Server } from '../../testing/files/s3-server.ts';
import { readConfig } from '../config/config.ts';
import { createHostGuard } from '../lib/host-guard.ts';
import type { StoredConnection } from '../ports/connections.ts';
import type { Log } from '../ports/log.ts';
import { connectedStores } from './connected-stores.ts';
import { openFiles } from './files.ts';
import { Shutdown } from './shutdown.ts';

let one: S3Server;
let other: S3Server;
let folder: string;
beforeAll(async () => {
  [one, other] = await Promise.all([startS3Server(), startS3Server()]);
  folder = mkdtempSync(join(tmpdir(), 'parley-connected-'));
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const log: Log = { debug() {}, info() {}, warn() {}, error() {} };

function storageAt(server: S3Server, id: string, changes: Partial<StoredConnection> = {}): StoredConnection {
  const { secretAccessKey, ...place } = server.settings;
  return storedConnection(
    { version: 1, kind: 'storage', place: 's3', ...place },
    { id, secrets: new Map([['secret-key', secret(secretAccessKey)]]), ...changes },
  );
}

/** What every name resolves to, as a hostile name server may have it. */
const inTheNetwork = async () => [{ address: '10.0.0.7', family: 4 }];

function open(settings: NodeJS.ProcessEnv = {}) {
  let connections: readonly StoredConnection[] = [];
  const stores = connectedStores(
    () => connections,
    () => createHostGuard({ loopback: true, hosts: [] }, inTheNetwork),
  );
  const config = readConfig({ DATA_DIR: folder, ...settings });
  const files = openFiles(config, log, new Shutdown(log), stores);
  return {
    files,
    set: (now: readonly StoredConnection[]) => {
      connections = now;
    },
  };
}

const put = async (files: ReturnType<typeof open>['files']) => {
  const [name, store] = [newName(), files.current];
  await store.put(name, bodyOf(Buffer.from('x')), { size: 1 });
  return { name, store: store.id };
};

test('CN13: each file is read in the store it is in, whatever was connected or disconnected since', async () => {
  const { files, set } = open();
  const stored = [await put(files)];
  set([storageAt(one, 'a')]);
  stored.push(await put(files));
  set([storageAt(one, 'a', { state: 'replaced' }), storageAt(other, 'b')]);
  stored.push(await put(files));
  set([storageAt(one, 'a', { state: 'replaced' }), storageAt(other, 'b', { state: 'disconnected' })]);
  stored.push(await put(files));
  expect(stored.map(({ store }) => store)).toEqual([
    'folder',
    files.get(stored[1]?.store ?? '').id,
    files.get(stored[2]?.store ?? '').id,
    'folder',
  ]);
  expect(new Set(stored.map(({ store }) => store)).size).toBe(3);
  for (const { name, store } of stored) expect((await files.get(store).head(name)).size).toBe(1);
});

test('CN7: a new key applies to the next request of the same store', async () => {
  const { files, set } = open();
  set([storageAt(one, 'a', { secrets: new Map([['secret-key', secret('an old one')]]) })]);
  const store = files.current;
  expect(await failureOf(put(files))).toBe('refused');
  set([storageAt(one, 'a')]);
  expect(files.current).toBe(store);
  await put(files);
});

test('a key that cannot be read is a refusal, not a missing file', async () => {
  const { files, set } = open();
  set([storageAt(one, 'a', { secrets: new Map(), unreadable: true })]);
  expect(await failureOf(put(files))).toBe('refused');
});

test('CN2: what FILES_URL says is not changed by what is connected', async () => {
  const { files, set } = open({ FILES_URL: `file://${folder}` });
  set([storageAt(one, 'a')]);
  expect(files.current.id).toBe('folder');
});

test('CN10: a stored bucket does not lead into the network of the server, whatever its name resolves to', async () => {
  const { files, set } = open();
  const stored = storageAt(one, 'a');
  const settings = { ...stored.settings, endpoint: 'https://files.example.com' };
  set([{ ...stored, settings: settings as StoredConnection['settings'] }]);
  expect(await failureOf(put(files))).toBe('refused');
});
