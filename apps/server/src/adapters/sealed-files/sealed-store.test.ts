import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, contentOf, failureOf, newName, randomContent } from '../../../testing/files/bodies.ts';
import { FaultProxy } from '../../../testing/files/fault-proxy.ts';
import { fileStoreContract } from '../../../testing/files/file-store-contract.ts';
import { type S3Server, startS3Server } from '../../../testing/files/s3-server.ts';
import { type FileName, fileKey } from '../../ports/file-name.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { createFolderStore } from '../local-folder/folder-store.ts';
import { createS3Store } from '../s3/s3-store.ts';
import { filesKeyOf } from './file-key.ts';
import { headerBytes, pieceBytes, plainSize, sealedPieceBytes, sealedSize } from './format.ts';
import { createSealedStore } from './sealed-store.ts';

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sealed-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const [key, other] = [
  filesKeyOf('a key of at least 32 characters.'),
  filesKeyOf('another key of 32 characters, too'),
];
const mebibyte = 1024 ** 2;
/** What the store itself needs beyond a limit in the clear. */
const room = (limits?: { readonly mostBytes?: number }) =>
  limits?.mostBytes === undefined ? {} : { mostBytes: sealedSize(limits.mostBytes) };
const folderAt = (path: string, limits?: { readonly mostBytes?: number }) =>
  createFolderStore({ path, create: true, reserveBytes: 0, ...room(limits) });
const bucket = (more: object = {}) =>
  createS3Store({ ...server.settings, partBytes: 5 * mebibyte, retryDelayMs: 1, ...more });

describe('an encrypted folder', () => {
  fileStoreContract(() => ({
    open: (limits) => createSealedStore(folderAt(join(folder, 'contract'), limits), { key, ...limits }),
    largeBytes: 3_000_000,
  }));
});

describe('an encrypted bucket', () => {
  fileStoreContract(() => ({
    open: (limits) => createSealedStore(bucket(room(limits)), { key, ...limits }),
    largeBytes: 11 * mebibyte + 1,
  }));
});

describe('a folder of which nothing is encrypted', () => {
  fileStoreContract(() => ({
    open: (limits) =>
      createSealedStore(
        createFolderStore({ path: join(folder, 'plain'), create: true, reserveBytes: 0, ...limits }),
        {
          key: null,
          ...limits,
        },
      ),
    largeBytes: 3_000_000,
  }));
});

const put = (store: FileStore, name: FileName, content: Uint8Array) =>
  store.put(name, bodyOf(content), { size: content.length });
const sizes = [0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes, 3 * pieceBytes + 77];
let places = 0;
const newPlace = () => {
  places += 1;
  return join(folder, `place-${places}`);
};

test.each(sizes)(
  'FS18: %i bytes are read whole and in parts, and none of them is on the disk',
  async (bytes) => {
    const path = newPlace();
    const store = createSealedStore(folderAt(path), { key });
    const name = newName();
    const content = randomContent(bytes);
    await put(store, name, content);
    expect((await contentOf(await store.get(name))).equals(content)).toBe(true);
    const onDisk = readFileSync(join(path, fileKey(name)));
    expect(onDisk.length).toBe(sealedSize(bytes));
    expect(bytes > 8 && onDisk.includes(content.subarray(0, 8))).toBe(false);
    for (const [first, last] of [
      [0, 0],
      [bytes - 1, bytes - 1],
      [pieceBytes - 1, pieceBytes],
      [pieceBytes, 2 * pieceBytes - 1],
      [17, bytes - 5],
    ] as const) {
      if (first < 0 || last < first || first >= bytes) continue;
      const part = await store.get(name, { first, last });
      expect((await contentOf(part)).equals(content.subarray(first, last + 1)), `${first}-${last}`).toBe(
        true,
      );
    }
  },
);

test('FS18: the size in the clear follows from the size on the disk, and what cannot be is found', () => {
  for (const size of sizes) expect(plainSize(sealedSize(size))).toBe(size);
  for (const sealed of [
    0,
    headerBytes,
    headerBytes + 15,
    sealedSize(pieceBytes) + 1,
    sealedSize(pieceBytes) + 16,
  ])
    expect(plainSize(sealed)).toBeNull();
});

test('FS18: a part of a large file costs the pieces that it is in', async () => {
  const inner = folderAt(newPlace());
  let read = 0;
  const counting: FileStore = {
    ...inner,
    get: async (name, range) => {
      const content = await inner.get(name, range);
      read += content.length;
      return content;
    },
  };
  const store = createSealedStore(counting, { key });
  const name = newName();
  const content = randomContent(20 * pieceBytes);
  await put(store, name, content);
  const part = await store.get(name, { first: 10 * pieceBytes + 5, last: 10 * pieceBytes + 9 });
  expect((await contentOf(part)).length).toBe(5);
  expect(read).toBe(headerBytes + sealedPieceBytes);
});

test('FS18: files from before the key was set stay readable, and are replaced encrypted', async () => {
  const path = newPlace();
  const name = newName();
  await put(folderAt(path), name, Buffer.from('in the clear'));
  const store = createSealedStore(folderAt(path), { key });
  expect((await contentOf(await store.get(name, { first: 3 }))).toString()).toBe('the clear');
  expect(await store.keyOf(name)).toBeNull();
  await put(store, name, Buffer.from('in the clear'));
  expect(await store.keyOf(name)).toBe(key.id);
  expect(readFileSync(join(path, fileKey(name))).includes('clear')).toBe(false);
});

test('FS19: with another key, files of the one before are readable while it is set, and refused without', async () => {
  const path = newPlace();
  const name = newName();
  await put(createSealedStore(folderAt(path), { key }), name, Buffer.from('first'));
  const both = createSealedStore(folderAt(path), { key: other, previous: [key] });
  expect((await contentOf(await both.get(name))).toString()).toBe('first');
  const later = newName();
  await put(both, later, Buffer.from('second'));
  expect(await both.keyOf(later)).toBe(other.id);
  expect(await both.marks.read()).toEqual(new Set([key.id, other.id]));

  const one = createSealedStore(folderAt(path), { key: other });
  expect((await contentOf(await one.get(later))).toString()).toBe('second');
  await expect(one.get(name)).rejects.toMatchObject({
    failure: 'refused',
    message: expect.stringContaining('FILES_KEY_PREVIOUS'),
  });
  expect((await contentOf(await both.get(name))).toString()).toBe('first');
});

test('FS19: without the key nothing is read as it is, and nothing more is stored in the clear', async () => {
  const path = newPlace();
  const name = newName();
  await put(createSealedStore(folderAt(path), { key }), name, Buffer.from('first'));
  const none = createSealedStore(folderAt(path), { key: null });
  expect(await failureOf(none.get(name))).toBe('refused');
  expect(await failureOf(put(none, newName(), Buffer.from('in the clear')))).toBe('refused');
  expect((await contentOf(await createSealedStore(folderAt(path), { key }).get(name))).toString()).toBe(
    'first',
  );
  await none.delete(name);
  expect(await failureOf(none.head(name))).toBe('missing');
});

test('FS18: a file that was changed, cut off, lengthened or put in the place of another is not read', async () => {
  const path = newPlace();
  const store = createSealedStore(folderAt(path), { key });
  const [name, stranger] = [newName(), newName()];
  const content = randomContent(2 * pieceBytes + 10);
  await put(store, name, content);
  await put(store, stranger, content);
  const file = join(path, fileKey(name));
  const whole = readFileSync(file);
  const swapped = Buffer.concat([
    whole.subarray(0, headerBytes),
    whole.subarray(headerBytes + sealedPieceBytes, headerBytes + 2 * sealedPieceBytes),
    whole.subarray(headerBytes, headerBytes + sealedPieceBytes),
    whole.subarray(headerBytes + 2 * sealedPieceBytes),
  ]);
  const flipped = Buffer.from(whole);
  flipped[headerBytes + 100] = (flipped[headerBytes + 100] ?? 0) ^ 1;
  const wrong = [
    whole.subarray(0, headerBytes + sealedPieceBytes),
    whole.subarray(0, whole.length - 1),
    Buffer.concat([whole, Buffer.alloc(1)]),
    swapped,
    flipped,
    readFileSync(join(path, fileKey(stranger))),
  ];
  for (const [which, bytes] of wrong.entries()) {
    writeFileSync(file, bytes);
    const reading = store.get(name).then(contentOf);
    expect(await failureOf(reading), `case ${which}`).toBe('refused');
  }
  // What is not changed of it can be read.
  writeFileSync(file, flipped);
  const first = pieceBytes + 3;
  const rest = await contentOf(await store.get(name, { first }));
  expect(rest.equals(content.subarray(first))).toBe(true);
});

test('FS18: a store that fails half-way leaves what was there, and never delivers half a file as whole', async () => {
  const proxy = await FaultProxy.start(server.settings.endpoint);
  try {
    const store = createSealedStore(bucket({ endpoint: proxy.url, attempts: 1 }), { key });
    const name = newName();
    const content = randomContent(4 * pieceBytes);
    await put(store, name, content);
    proxy.break((request) => request.method === 'PUT', { cutRequestAfter: 70_000 });
    expect(await failureOf(put(store, name, randomContent(5 * pieceBytes)))).toBe('unavailable');
    expect((await contentOf(await store.get(name))).equals(content)).toBe(true);
    for (const fault of [{ cutResponseAfter: 100_000 }, { endResponseAfter: 100_000 }] as const) {
      let gets = 0;
      // The header comes, the rest breaks off.
      proxy.break((request) => request.method === 'GET' && ++gets === 2, fault);
      expect(await failureOf(store.get(name).then(contentOf))).toBe('unavailable');
    }
    expect((await contentOf(await store.get(name))).equals(content)).toBe(true);
  } finally {
    await proxy.stop();
  }
});
