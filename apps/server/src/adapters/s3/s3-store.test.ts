import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, contentOf, failureOf, newName, randomContent } from '../../../testing/files/bodies.ts';
import { fileStoreContract } from '../../../testing/files/file-store-contract.ts';
import { type S3Server, startS3Server } from '../../../testing/files/s3-server.ts';
import { type S3rver, startS3rver } from '../../../testing/files/s3rver.ts';
import { checkFileStore } from '../../features/files/check-file-store.ts';
import { fileKey } from '../../ports/file-name.ts';
import { createS3Store, type S3Options } from './s3-store.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());

const mebibyte = 1024 ** 2;

const open = (more: Partial<S3Options> = {}) =>
  createS3Store({
    ...server.settings,
    prefix: 'some/prefix',
    partBytes: 5 * mebibyte,
    retryDelayMs: 1,
    ...more,
  });

describe('S3-compatible storage', () => {
  fileStoreContract(() => ({ open: (limits) => open(limits), largeBytes: 11 * mebibyte + 1 }));
});

describe('S3-compatible storage that others have written', () => {
  let s3rver: S3rver;
  beforeAll(async () => {
    s3rver = await startS3rver();
  });
  afterAll(() => s3rver.stop());

  fileStoreContract(() => ({
    open: (limits) => createS3Store({ ...s3rver.settings, partBytes: 5 * mebibyte, ...limits }),
    largeBytes: 11 * mebibyte + 1,
    cannot: {
      replaceWhole: 's3rver writes into the file that it replaces',
      everyRange: 's3rver reads neither the last bytes of a file nor its first byte alone',
    },
  }));

  test('FS15: it refuses a signature with another key', async () => {
    const store = createS3Store({ ...s3rver.settings, secretAccessKey: 'another' });
    await expect(store.head(newName())).rejects.toMatchObject({ failure: 'refused', code: 'http_403' });
    const put = store.put(newName(), bodyOf(Buffer.from('x')), { size: 1 });
    await expect(put).rejects.toMatchObject({ failure: 'refused', code: 'SignatureDoesNotMatch' });
  });
});

test('FS2: a file has the same key as in a folder, below the prefix', async () => {
  const name = newName();
  await open().put(name, bodyOf(Buffer.from('x')), { size: 1 });
  const whole = { ...name, tenantId: name.tenantId };
  expect((await open({ prefix: 'some/prefix' }).head(whole)).size).toBe(1);
  expect(await failureOf(open({ prefix: '' }).head(name))).toBe('missing');
  expect(await failureOf(open({ prefix: 'some' }).head(name))).toBe('missing');
  expect(server.keys()).toContain(`some/prefix/${fileKey(name)}`);
});

test('FS10: objects of others in the bucket are not listed', async () => {
  const name = newName();
  const store = open();
  await store.put(name, bodyOf(Buffer.from('x')), { size: 1 });
  server.putObject(`some/prefix/${name.tenantId}/recordings/Not Ours & more.txt`, 'x');
  server.putObject(`some/prefix/${name.tenantId}/other.wav`, 'x');
  const { files } = await store.list({ tenantId: name.tenantId });
  expect(files.map((file) => file.name)).toEqual([name]);
});

test('a body that fills the last part exactly is stored in whole parts', async () => {
  const name = newName();
  for (const bytes of [5 * mebibyte, 10 * mebibyte]) {
    const content = randomContent(bytes);
    await open().put(name, bodyOf(content), { size: bytes });
    expect((await contentOf(await open().get(name))).equals(content)).toBe(true);
  }
});

test.each<[string, Partial<S3Options>, RegExp]>([
  ['a wrong secret', { secretAccessKey: 'wrong-secret' }, /secret access key is wrong/],
  ['an unknown key', { accessKeyId: 'nobody' }, /access key is unknown/],
  ['a bucket that does not exist', { bucket: 'no-such-bucket' }, /bucket does not exist/],
])('FS11: %s is refused, in words and without a second attempt', async (_, more, sentence) => {
  const store = open(more);
  const put = store.put(newName(), bodyOf(Buffer.from('x')), { size: 1 });
  await expect(put).rejects.toMatchObject({ failure: 'refused', message: expect.stringMatching(sentence) });
  expect(await failureOf(store.list({ tenantId: 't' }))).toBe('refused');
});

test('FS11: nobody at the address is unavailable', async () => {
  const store = open({ endpoint: 'http://127.0.0.1:1' });
  expect(await failureOf(store.head(newName()))).toBe('unavailable');
});

test('the check of a store passes, and leaves nothing behind', async () => {
  const before = server.keys();
  await checkFileStore(open());
  expect(server.keys()).toEqual(before);
});
