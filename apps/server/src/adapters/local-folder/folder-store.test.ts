import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bodyOf,
  contentOf,
  failureOf,
  newName,
  randomContent,
  silentAfter,
} from '../../../testing/files/bodies.ts';
import { fileStoreContract } from '../../../testing/files/file-store-contract.ts';
import { type FileName, fileKey } from '../../ports/file-name.ts';
import { createFolderStore, type LocalFolderOptions } from './folder-store.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const leftover = '5b1e8a52-0c1d-4e0b-9f3a-6d7c2f4e8b90';

const openAt = (path: string, more: Partial<LocalFolderOptions> = {}) =>
  createFolderStore({ path, create: true, reserveBytes: 0, ...more });

describe('a folder', () => {
  fileStoreContract(() => ({
    open: (limits) => openAt(join(folder, 'contract'), limits),
    largeBytes: 3_000_000,
  }));
});

describe('what is on the disk', () => {
  let path: string;
  beforeEach(() => {
    path = join(mkdtempSync(join(folder, 'disk-')), 'data', 'files');
  });
  const fileAt = (name: FileName) => join(path, fileKey(name));
  const put = (name: FileName, text = 'content', more: Partial<LocalFolderOptions> = {}) =>
    openAt(path, more).put(name, bodyOf(Buffer.from(text)), { size: text.length });
  const temporaries = () => readdirSync(join(path, '.tmp'));
  const sizeOf = (temporary: string) => statSync(join(path, '.tmp', temporary)).size;

  test('FS2, FS14: a file lies under tenant, kind and id, and only its owner can read it', async () => {
    const name = newName({ tenantId: 'Org/1' });
    await put(name);
    expect(fileKey(name)).toBe(`_4frg_2f1/recordings/${name.id}.wav`);
    expect(readFileSync(fileAt(name), 'utf8')).toBe('content');
    expect(statSync(fileAt(name)).mode & 0o777).toBe(0o600);
    for (const one of [path, dirname(fileAt(name)), join(path, '.tmp')])
      expect(statSync(one).mode & 0o777).toBe(0o700);
    expect(temporaries()).toEqual([]);
  });

  test('FS9: the folders of a tenant go with its last file', async () => {
    const [one, two] = [newName({ tenantId: 't' }), newName({ tenantId: 't' })];
    await put(one);
    await put(two);
    await openAt(path).delete(one);
    expect(existsSync(join(path, 't', 'recordings'))).toBe(true);
    await openAt(path).delete(two);
    expect(readdirSync(path)).toEqual(['.tmp']);
  });

  test('FS3: puts and deletes that make and remove the same folders do not disturb each other', async () => {
    const store = openAt(path);
    const acts = Array.from({ length: 60 }, async () => {
      const name = newName({ tenantId: 't' });
      await store.put(name, bodyOf(Buffer.from('x')), { size: 1 });
      expect((await contentOf(await store.get(name))).toString()).toBe('x');
      await store.delete(name);
    });
    await Promise.all(acts);
    expect(readdirSync(path)).toEqual(['.tmp']);
  });

  test('FS14: a link in place of a file is neither read nor written through, and can be replaced', async () => {
    const name = newName();
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'another user’s');
    mkdirSync(dirname(fileAt(name)), { recursive: true });
    symlinkSync(secret, fileAt(name));
    const store = openAt(path);
    expect(await failureOf(store.get(name))).toBe('refused');
    expect(await failureOf(store.head(name))).toBe('refused');
    expect((await store.list({ tenantId: name.tenantId })).files).toEqual([]);
    await put(name);
    expect(readFileSync(secret, 'utf8')).toBe('another user’s');
    expect((await contentOf(await store.get(name))).toString()).toBe('content');
  });

  test('FS14: a link in place of a folder is not followed', async () => {
    const [name, other] = [newName(), newName()];
    await put(other);
    symlinkSync(join(path, other.tenantId), join(path, name.tenantId));
    const led = { ...name, id: other.id };
    const store = openAt(path);
    for (const act of [store.get, store.head, store.delete])
      expect(await failureOf(act(led))).toBe('refused');
    expect(await failureOf(store.list({ tenantId: led.tenantId }))).toBe('refused');
    expect(await failureOf(put(led))).toBe('refused');
    expect((await contentOf(await store.get(other))).toString()).toBe('content');
    expect(temporaries()).toEqual([]);
  });

  test('FS14: a link in place of the folder for bodies that are being written is not followed', async () => {
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    mkdirSync(path, { recursive: true });
    symlinkSync(join(folder, 'elsewhere'), join(path, '.tmp'));
    expect(await failureOf(put(newName()))).toBe('refused');
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  });

  test('FS14: a folder or a pipe in place of a file is refused, and nobody waits for it', async () => {
    const [asFolder, asPipe] = [newName({ tenantId: 't' }), newName({ tenantId: 't' })];
    mkdirSync(join(fileAt(asFolder), 'x'), { recursive: true });
    execFileSync('mkfifo', [fileAt(asPipe)]);
    for (const name of [asFolder, asPipe]) expect(await failureOf(openAt(path).get(name))).toBe('refused');
    expect(await failureOf(put(asFolder))).toBe('refused');
  });

  test('FS7: a file that is cut short while it is read ends with an error, not early', async () => {
    const name = newName();
    const content = randomContent(2_000_000);
    await openAt(path).put(name, bodyOf(content), { size: content.length });
    const found = await openAt(path).get(name);
    truncateSync(fileAt(name), 1_000_000);
    await expect(contentOf(found)).rejects.toMatchObject({ failure: 'unavailable' });
  });

  test('FS14: what is kept free of the disk is not used for files', async () => {
    const name = newName();
    const body = bodyOf(randomContent(100));
    const store = openAt(path, { reserveBytes: Number.MAX_SAFE_INTEGER });
    expect(await failureOf(store.put(name, body, { size: 100 }))).toBe('full');
    expect(body.destroyed).toBe(true);
    expect(await failureOf(store.head(name))).toBe('missing');
  });

  test('FS14: a disk that gets full while a file is written keeps nothing of it', async ({ skip }) => {
    mkdirSync(path, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' });
    } catch {
      return skip('only an administrator can mount a small disk');
    }
    try {
      const name = newName();
      const body = bodyOf(randomContent(2_000_000));
      expect(await failureOf(openAt(path).put(name, body, { size: null }))).toBe('full');
      expect(temporaries()).toEqual([]);
      expect(await failureOf(openAt(path).head(name))).toBe('missing');
      await put(name);
      expect((await contentOf(await openAt(path).get(name))).toString()).toBe('content');
    } finally {
      execFileSync('umount', [path]);
    }
  });

  test('FS14: bodies of killed servers are removed, one that is being written is not', async () => {
    const store = openAt(path);
    expect(await store.removeLeftovers()).toBe(0);
    await put(newName());
    const old = join(path, '.tmp', leftover);
    writeFileSync(old, 'half');
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    utimesSync(old, twoHoursAgo, twoHoursAgo);
    const body = silentAfter(randomContent(10));
    const name = newName();
    const putting = openAt(path).put(name, body, { size: 10 });
    await expect.poll(() => temporaries().filter((one) => one !== leftover)).toHaveLength(1);
    expect(temporaries()).not.toContain(leftover);
    expect(await store.removeLeftovers()).toBe(0);
    body.push(null);
    await putting;
    writeFileSync(old, 'half');
    utimesSync(old, twoHoursAgo, twoHoursAgo);
    expect(await store.removeLeftovers()).toBe(1);
    expect(temporaries()).toEqual([]);
  });

  test('FS3, FS14: of a put whose server is killed nothing can be seen, and its leftover goes later', async () => {
    const id = newName().id;
    const script = join(import.meta.dirname, '../../../testing/files/put-forever.ts');
    const server = spawn(process.execPath, [script, path, id], { stdio: 'ignore' });
    const sizes = () => (existsSync(join(path, '.tmp')) ? temporaries() : []).map(sizeOf);
    await expect.poll(() => Math.max(0, ...sizes())).toBeGreaterThan(0);
    server.kill('SIGKILL');
    await once(server, 'exit');
    const store = openAt(path);
    const name: FileName = { tenantId: 'killed', kind: 'recordings', id, type: 'wav' };
    expect(await failureOf(store.head(name))).toBe('missing');
    expect((await store.list({ tenantId: 'killed' })).files).toEqual([]);
    const [left = ''] = temporaries();
    utimesSync(join(path, '.tmp', left), new Date(0), new Date(0));
    expect(await store.removeLeftovers()).toBe(1);
  });

  test('FS14: leftovers of other programs, and those behind a link, are not removed', async () => {
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    const store = openAt(path);
    await store.put(newName(), bodyOf(Buffer.from('x')), { size: 1 });
    mkdirSync(join(path, '.tmp/theirs'), { recursive: true });
    writeFileSync(join(path, '.tmp/notes.txt'), 'theirs');
    for (const name of ['theirs', 'notes.txt'])
      utimesSync(join(path, '.tmp', name), twoHoursAgo, twoHoursAgo);
    expect(await store.removeLeftovers()).toBe(0);
    expect(temporaries().toSorted()).toEqual(['notes.txt', 'theirs']);

    const elsewhere = `${path}-elsewhere`;
    renameSync(join(path, '.tmp'), elsewhere);
    const old = join(elsewhere, '00000000-0000-4000-8000-000000000000');
    writeFileSync(old, 'theirs');
    utimesSync(old, twoHoursAgo, twoHoursAgo);
    symlinkSync(elsewhere, join(path, '.tmp'));
    expect(await openAt(path).removeLeftovers()).toBe(0);
    expect(existsSync(old)).toBe(true);
    rmSync(elsewhere, { recursive: true });
  });

  test('FS14: a folder that was named in the settings and is missing is not made, and not taken as empty', async () => {
    const store = openAt(path, { create: false });
    const name = newName();
    expect(await failureOf(store.put(name, bodyOf(Buffer.from('x')), { size: 1 }))).toBe('refused');
    expect(await failureOf(store.get(name))).toBe('refused');
    expect(await failureOf(store.list({ tenantId: 't' }))).toBe('refused');
    await expect(store.delete(name)).rejects.toThrow(/does not exist/);
    expect(existsSync(path)).toBe(false);
  });

  test('FS10: what others put into the folder is not listed', async () => {
    const name = newName();
    await put(name);
    writeFileSync(join(dirname(fileAt(name)), '.DS_Store'), '');
    writeFileSync(join(dirname(fileAt(name)), 'notes.txt'), '');
    linkSync(fileAt(name), join(dirname(fileAt(name)), 'copy of.wav'));
    const { files } = await openAt(path).list({ tenantId: name.tenantId });
    expect(files.map((file) => file.name)).toEqual([name]);
  });

  test('FS11: a folder without permission is refused', async ({ skip }) => {
    if (process.getuid?.() === 0) return skip('an administrator may do everything');
    const name = newName();
    await put(name);
    chmodSync(dirname(fileAt(name)), 0o000);
    expect(await failureOf(openAt(path).get(name))).toBe('refused');
    chmodSync(dirname(fileAt(name)), 0o700);
  });
});
