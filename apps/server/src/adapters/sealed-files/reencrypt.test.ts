import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyOf, contentOf, failureOf, newName } from '../../../testing/files/bodies.ts';
import { type ReencryptDeps, reencrypt } from '../../features/files/reencrypt.ts';
import { fileKey } from '../../ports/file-name.ts';
import { createFolderStore } from '../local-folder/folder-store.ts';
import { filesKeyOf } from './file-key.ts';
import { createSealedStore, type SealedStoreOptions } from './sealed-store.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'parley-reencrypt-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const [old, now] = [
  filesKeyOf('the key of the year before, 32 long'),
  filesKeyOf('the key of this year, also 32 long'),
];
const open = (options: SealedStoreOptions) =>
  createSealedStore(createFolderStore({ path, create: true, reserveBytes: 0 }), options);
const { tenantId } = newName();
const names = ['one', 'two', 'three'].map((id) => newName({ tenantId, id }));
async function fill(options: SealedStoreOptions): Promise<void> {
  for (const name of names)
    await open(options).put(name, bodyOf(Buffer.from(name.id)), { size: name.id.length });
}
const run = (options: SealedStoreOptions, more: Partial<ReencryptDeps> = {}) =>
  reencrypt({
    ...{
      store: open(options),
      keyId: options.key?.id ?? null,
      tenants: [tenantId],
      isWanted: async () => true,
    },
    ...more,
  });
const keys = async (options: SealedStoreOptions) =>
  Promise.all(names.map((name) => open(options).keyOf(name)));

test('FS20: every file is written anew with the new key, and the old one is not needed any more', async () => {
  await fill({ key: old });
  expect(await run({ key: now, previous: [old] })).toEqual({ written: 3, failed: [] });
  expect(await keys({ key: now })).toEqual([now.id, now.id, now.id]);
  for (const name of names)
    expect((await contentOf(await open({ key: now }).get(name))).toString()).toBe(name.id);
  expect(await open({ key: now }).marks.read()).toEqual(new Set([now.id]));
  expect(await run({ key: now })).toEqual({ written: 0, failed: [] });
});

test('FS20: what was never encrypted is encrypted, too', async () => {
  await fill({ key: null });
  expect(await run({ key: now })).toEqual({ written: 3, failed: [] });
  expect(readFileSync(join(path, fileKey(names[0] ?? newName()))).includes('one')).toBe(false);
});

test('FS20: files whose key is not set stay as they are, and are named', async () => {
  await fill({ key: old });
  const { written, failed } = await run({ key: now });
  expect([written, failed.length]).toEqual([0, 3]);
  expect(failed[0]).toContain('FILES_KEY_PREVIOUS');
  expect(await open({ key: now }).marks.read()).toContain(old.id);
  expect(await keys({ key: now })).toEqual([old.id, old.id, old.id]);
});

test('FS20: without a new key files are written in the clear, and can be stored so again', async () => {
  await fill({ key: old });
  const options = { key: null, previous: [old], mayStoreInTheClear: true };
  expect(await run(options)).toEqual({ written: 3, failed: [] });
  await fill({ key: null });
  expect((await contentOf(await open({ key: null }).get(names[0] ?? newName()))).toString()).toBe('one');
});

test('FS20: a file that is deleted while it is written anew does not come back', async () => {
  await fill({ key: old });
  const gone = names[1]?.id;
  await run({ key: now, previous: [old] }, { isWanted: async ({ id }) => id !== gone });
  expect(await failureOf(open({ key: now }).head(names[1] ?? newName()))).toBe('missing');
  expect((await contentOf(await open({ key: now }).get(names[0] ?? newName()))).toString()).toBe('one');
});

test('FS20: what a run that was cut off brought back is deleted by the next one', async () => {
  await fill({ key: now });
  await run({ key: now, previous: [old] }, { isWanted: async ({ id }) => id !== names[1]?.id });
  expect(await failureOf(open({ key: now }).head(names[1] ?? newName()))).toBe('missing');
});

test('FS20: a damaged file is named and does not keep the others from being written anew', async () => {
  await fill({ key: old });
  truncateSync(join(path, fileKey(names[0] ?? newName())), 60);
  const { written, failed } = await run({ key: now, previous: [old] });
  expect([written, failed.length]).toEqual([2, 1]);
});

test('FS19: a server that runs while encryption is ended stores again, without a restart', async () => {
  await fill({ key: old });
  const server = open({ key: null, previous: [old] });
  const put = () => server.put(newName({ tenantId }), bodyOf(Buffer.from('x')), { size: 1 });
  expect(await failureOf(put())).toBe('refused');
  await run({ key: null, previous: [old], mayStoreInTheClear: true });
  expect((await put()).size).toBe(1);
});
