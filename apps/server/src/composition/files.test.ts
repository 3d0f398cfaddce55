import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf, contentOf, failureOf, newName } from '../../testing/files/bodies.ts';
import { checkFilesKey } from '../cli/doctor/files-key.ts';
import { readConfig } from '../config/config.ts';
import type { Log } from '../ports/log.ts';
import { openFiles } from './files.ts';
import { Shutdown } from './shutdown.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-stores-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nobody = {
  FILES_URL: 's3://bucket/desk?endpoint=http://127.0.0.1:1',
  FILES_ACCESS_KEY_ID: 'id',
  FILES_SECRET_ACCESS_KEY: 'secret',
};

function open(settings: NodeJS.ProcessEnv) {
  const warnings: string[] = [];
  const note = (_fields: object, message: string) => void warnings.push(message);
  const log: Log = { debug() {}, info() {}, warn: note, error: note };
  const shutdown = new Shutdown(log);
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...settings });
  return { files: openFiles(config, log, shutdown), warnings, shutdown };
}

test('FS16: opening and checking the folder in the data folder makes nothing and warns of nothing', async () => {
  const { files, warnings, shutdown } = open({});
  files.checkInBackground();
  await shutdown.run(10_000);
  expect(warnings).toEqual([]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('FS16: a store that was named in the settings and cannot be used is a warning', async () => {
  for (const settings of [{ FILES_URL: `file://${folder}/not-mounted` }, nobody]) {
    const { files, warnings, shutdown } = open(settings);
    files.checkInBackground();
    await expect.poll(() => warnings).toEqual(['files cannot be stored or read; run npm run doctor']);
    await shutdown.run(10_000);
  }
});

test('FS13: after FILES_URL was set, new files go there and older ones are read where they are', async () => {
  const name = newName();
  const before = open({});
  await before.files.current.put(name, bodyOf(Buffer.from('x')), { size: 1 });
  const { files } = open(nobody);
  expect(files.current.id).toBe('s3:127.0.0.1:1/bucket/desk');
  expect(files.get(files.current.id)).toBe(files.current);
  expect((await files.get(before.files.current.id).head(name)).size).toBe(1);
});

test('FS13: a store that this server is not connected to is refused, not taken as empty', async () => {
  const { files } = open({});
  expect(await failureOf((async () => files.get('s3:elsewhere/bucket').head(newName()))())).toBe('refused');
});

test.each([true, false])('FS12: the stores close with the server, used before: %j', async (used) => {
  const { files, shutdown } = open({});
  const put = (body = bodyOf(Buffer.from('x'))) => files.current.put(newName(), body, { size: 1 });
  if (used) await put();
  await shutdown.run(10_000);
  const body = bodyOf(Buffer.from('x'));
  expect(await failureOf(put(body))).toBe('unavailable');
  expect(body.destroyed).toBe(true);
});

test('FS14: at start the leftovers of killed servers are removed', async () => {
  const first = open({});
  await first.files.current.put(newName(), bodyOf(Buffer.from('x')), { size: 1 });
  const leftover = join(folder, 'data', 'files', '.tmp', randomUUID());
  writeFileSync(leftover, 'half');
  utimesSync(leftover, new Date(0), new Date(0));
  open({}).files.checkInBackground();
  await expect.poll(() => existsSync(leftover)).toBe(false);
});

test('FS19: after the start the log says that the key of the files is not set, and nothing is changed', async () => {
  const [key, other] = ['k'.repeat(40), 'o'.repeat(40)];
  const name = newName();
  const before = open({ FILES_KEY: key });
  await before.files.current.put(name, bodyOf(Buffer.from('sound')), { size: 5 });
  for (const settings of [{}, { FILES_KEY: other }]) {
    const { files, warnings, shutdown } = open(settings);
    files.checkInBackground();
    await expect.poll(() => warnings.join()).toContain('set FILES_KEY or FILES_KEY_PREVIOUS to it');
    expect(await failureOf(files.current.get(name))).toBe('refused');
    await shutdown.run(10_000);
  }
  const { files, warnings, shutdown } = open({ FILES_KEY: other, FILES_KEY_PREVIOUS: key });
  files.checkInBackground();
  expect((await contentOf(await files.current.get(name))).toString()).toBe('sound');
  await shutdown.run(10_000);
  expect(warnings).toEqual([]);
});

test('FS19: doctor says so, too', async () => {
  const key = 'k'.repeat(40);
  const config = (settings: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: join(folder, 'data'), ...settings });
  expect(await checkFilesKey(config({}))).toBeNull();
  await open({ FILES_KEY: key }).files.current.put(newName(), bodyOf(Buffer.from('x')), { size: 1 });
  expect(await checkFilesKey(config({ FILES_KEY: key }))).toMatchObject({ remedy: null });
  expect(await checkFilesKey(config({}))).toMatchObject({
    message: expect.stringContaining('a key that is not set'),
    remedy: expect.stringContaining('FILES_KEY_PREVIOUS'),
  });
});
