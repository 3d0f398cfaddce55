import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lab, startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../src/adapters/local-folder/folder-store.ts';
import { filesKeyOf } from '../src/adapters/sealed-files/file-key.ts';
import { createSealedStore } from '../src/adapters/sealed-files/sealed-store.ts';
import { files } from '../src/cli/run-files.ts';
import { openBucket } from '../src/composition/connected-stores.ts';
import { filesFolder } from '../src/config/files.ts';
import { createHostGuard } from '../src/lib/host-guard.ts';
import type { FileStore } from '../src/ports/file-store.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDeployment, type Desk, startDesk } from '../testing/desk.ts';
import { bodyOf, contentOf, newName } from '../testing/files/bodies.ts';
import { type S3Server, startS3Server } from '../testing/files/s3-server.ts';

const keys = ['the key of the year before, 32 long', 'the key of this year, also 32 long'] as const;
const [before, now] = keys.map(filesKeyOf) as [ReturnType<typeof filesKeyOf>, ReturnType<typeof filesKeyOf>];

let database: TestDatabase;
let lab: Lab;
let desk: Desk;
let bucket: S3Server;
let dataDir: string;

beforeAll(async () => {
  [database, lab, bucket] = await Promise.all([createTestDatabase(), startLab(), startS3Server()]);
  desk = await startDesk(await createDeployment(database, lab));
  dataDir = await mkdtemp(join(tmpdir(), 'parley-files-command-'));
});
afterAll(async () => {
  await desk.stop();
  await lab.stop();
  await bucket.stop().catch(() => {});
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = () => ({
  ...{ DATABASE_URL: database.url, AUTH_SECRET: database.secret, DATA_DIR: dataDir },
  ...{ FILES_KEY: keys[1], FILES_KEY_PREVIOUS: keys[0] },
});

test('FS20: files in storage that was connected in the browser are written anew too, also after it was disconnected', async () => {
  const client = desk.as();
  const place = { place: 's3', ...bucket.settings };
  const connected = await client.request('POST', '/api/connections/storage', { ...place, replaces: null });
  const { id, revision } = connected.body.connections.storage;
  const ended = await client.request('POST', `/api/connections/${id}/disconnect`, { revision });
  expect(ended.body.connections.storage.state).toBe('disconnected');

  const guard = createHostGuard({ loopback: true, hosts: [] });
  const { secretAccessKey } = bucket.settings;
  const stores: FileStore[] = [
    createFolderStore({ path: filesFolder(dataDir), create: true, reserveBytes: 0 }),
    openBucket(
      bucket.settings,
      () => guard,
      () => secretAccessKey,
    ),
  ];
  const name = newName({ tenantId: await tenantId(), kind: 'erasures', type: 'bin' });
  const text = 'what must be read with the new key alone';
  for (const store of stores)
    await createSealedStore(store, { key: before }).put(name, bodyOf(Buffer.from(text)), {
      size: text.length,
    });

  const done = await files(['reencrypt'], settings());
  expect(done).toEqual({
    exitCode: 0,
    output: '2 files written anew.\nFILES_KEY_PREVIOUS can be left out now.',
  });
  for (const store of stores) {
    const sealed = createSealedStore(store, { key: now });
    expect([store.id, await sealed.keyOf(name)]).toEqual([store.id, now.id]);
    expect((await contentOf(await sealed.get(name))).toString()).toBe(text);
  }
  await Promise.all(stores.map((store) => store.close()));
});

test('FS20: storage that does not answer is named, and does not keep the files of others from being written anew', async () => {
  await bucket.stop();
  const { exitCode, output } = await files(['reencrypt'], settings());
  expect(exitCode).toBe(1);
  expect(output).toContain('0 files written anew.');
  expect(output).toContain(`/${bucket.settings.bucket}`);
});

/** An organization that has been here. */
async function tenantId(): Promise<string> {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('select id from tenants limit 1');
  await owner.end();
  return rows[0]?.id ?? '';
}
