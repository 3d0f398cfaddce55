import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLab } from '@parley/phone-lab';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres.ts';
import { testSecret } from '../testing/cluster.ts';
import { urlOf } from '../testing/database.ts';
import { createDeployment, startDesk } from '../testing/desk.ts';

const silent = { info() {}, warn() {}, error() {} };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-disk-'));
  // Without access for the user that PostgreSQL runs as, its files would go elsewhere.
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A server whose database keeps its files in the folder. */
async function open() {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'disk'), log: silent });
  const lab = await startLab();
  const url = urlOf({ ...postgres.connection });
  const desk = await startDesk(await createDeployment({ url, secret: testSecret }, lab));
  return {
    connection: postgres.connection,
    readiness: async () => (await fetch(`${desk.url}/readyz`)).status,
    stop: async () => {
      await desk.stop();
      await lab.stop();
      await postgres.stop();
    },
  };
}

const polling = { interval: 100 };

test('a database that cannot allocate disk space makes the server not ready', async () => {
  const { connection, readiness, stop } = await open();
  try {
    expect(await readiness()).toBe(200);
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query<{ path: string }>(
      `select current_setting('data_directory') || '/base/' || oid as path
       from pg_database where datname = current_database()`,
    );
    await client.end();
    const files = rows[0]?.path ?? '';
    // Existing rows can be read and updated; nothing can be added.
    await chmod(files, 0o500);
    await expect.poll(readiness, polling).toBe(503);
    await chmod(files, 0o700);
    await expect.poll(readiness, polling).toBe(200);
  } finally {
    await stop();
  }
});

/** Mounts a small disk; needs root. */
function mountDisk(): boolean {
  try {
    execFileSync('mkdir', [join(folder, 'disk')]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', join(folder, 'disk')], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

test('a full disk makes the server not ready', async ({ skip }) => {
  if (!mountDisk()) return skip('only an administrator can mount a small disk');
  const { readiness, stop } = await open();
  try {
    expect(await readiness()).toBe(200);
    const filler = join(folder, 'disk', 'filler');
    await expect(writeFile(filler, Buffer.alloc(256 * 1024 * 1024))).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    await expect.poll(readiness, polling).toBe(503);
    await rm(filler);
    await expect.poll(readiness, polling).toBe(200);
  } finally {
    await stop();
    execFileSync('umount', [join(folder, 'disk')]);
  }
});
