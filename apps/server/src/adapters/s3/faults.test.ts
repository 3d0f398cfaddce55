import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, contentOf, failureOf, newName, randomContent } from '../../../testing/files/bodies.ts';
import { type Fault, FaultProxy, type SeenRequest } from '../../../testing/files/fault-proxy.ts';
import { type S3Server, startS3Server } from '../../../testing/files/s3-server.ts';
import { createS3Store, type S3Options } from './s3-store.ts';

let server: S3Server;
let proxy: FaultProxy;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await FaultProxy.start(server.settings.endpoint);
});
afterEach(() => proxy.reset());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const partBytes = 5 * 1024 ** 2;
const small = randomContent(100_000);
const large = randomContent(2 * partBytes + 1);

const open = (more: Partial<S3Options> = {}) =>
  createS3Store({ ...server.settings, endpoint: proxy.url, partBytes, retryDelayMs: 1, ...more });
/** The same store without faults. */
const direct = () => createS3Store({ ...server.settings, partBytes });
const put = (content: Buffer, name = newName(), more: Partial<S3Options> = {}) =>
  open(more).put(name, bodyOf(content), { size: content.length });

const isPut = ({ method, url }: SeenRequest) => method === 'PUT' && !url.includes('uploadId');
const isPart = ({ method, url }: SeenRequest) => method === 'PUT' && url.includes('uploadId');
const isSecondPart = (request: SeenRequest) => isPart(request) && request.url.includes('partNumber=2');
const isBegin = ({ method, url }: SeenRequest) => method === 'POST' && url.includes('uploads');
const isComplete = ({ method, url }: SeenRequest) => method === 'POST' && url.includes('uploadId');
const isAbort = ({ method, url }: SeenRequest) => method === 'DELETE' && url.includes('uploadId');
const isGet = ({ method }: SeenRequest) => method === 'GET';
const anything = () => true;

const internalError = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>';

/** Faults of one moment: the second attempt succeeds. */
const brief: [string, Fault][] = [
  ['answers 500', { answer: 500 }],
  ['answers 503', { answer: 503, body: '<Error><Code>SlowDown</Code></Error>' }],
  ['answers 429', { answer: 429 }],
  ['says that the body was damaged', { answer: 400, body: '<Error><Code>BadDigest</Code></Error>' }],
  ['cuts the connection at once', { cutRequestAfter: 0 }],
  ['cuts the connection in the middle of the body', { cutRequestAfter: 30_000 }],
  ['does it and loses the response', 'lose-response'],
];

describe('a store that fails once', () => {
  test.each(brief)('FS11: a put is repeated when the store %s', async (_, fault) => {
    const name = newName();
    proxy.break(isPut, fault);
    await put(small, name);
    expect((await contentOf(await direct().get(name))).equals(small)).toBe(true);
    expect(proxy.seen.filter(isPut)).toHaveLength(2);
  });

  test.each([
    ['the begin', isBegin],
    ['a part', isSecondPart],
  ])('FS11: in an upload in parts %s is repeated', async (_, step) => {
    const name = newName();
    proxy.break(step, { cutRequestAfter: 0 });
    await put(large, name);
    expect((await contentOf(await direct().get(name))).equals(large)).toBe(true);
    expect(proxy.seen.filter(isAbort)).toEqual([]);
  });

  test('FS11: an upload whose last response was lost counts as stored, because it is', async () => {
    const name = newName();
    proxy.break(isComplete, 'lose-response');
    const { version, size } = await put(large, name);
    expect(await direct().head(name)).toMatchObject({ version, size });
    expect((await contentOf(await direct().get(name))).equals(large)).toBe(true);
  });

  test('FS11: an upload that the store has lost is not taken for an earlier file of the same size', async () => {
    const name = newName();
    await direct().put(name, bodyOf(randomContent(large.length)), { size: large.length });
    proxy.break(isComplete, { answer: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' });
    expect(await failureOf(put(large, name))).toBe('unavailable');
  });

  test('FS11: a get is repeated until its body begins', async () => {
    const name = newName();
    await put(small, name);
    proxy.break(isGet, { answer: 500 }, 2);
    expect((await contentOf(await open().get(name))).equals(small)).toBe(true);
  });
});

describe('a store that keeps failing', () => {
  test.each(brief.slice(0, -1))('FS3: nothing is stored when the store %s', async (_, fault) => {
    const name = newName();
    proxy.break(isPut, fault, 100);
    await expect(put(small, name)).rejects.toMatchObject({ failure: 'unavailable', retryable: true });
    expect(proxy.seen.filter(isPut)).toHaveLength(3);
    expect(await failureOf(direct().head(name))).toBe('missing');
  });

  test.each<[string, (request: SeenRequest) => boolean, Fault]>([
    ['the begin answers 500', isBegin, { answer: 500 }],
    ['the begin has no id', isBegin, { answer: 200, body: '<X/>' }],
    ['the second part answers 500', isSecondPart, { answer: 500 }],
    ['the second part is cut', isSecondPart, { cutRequestAfter: 1_000_000 }],
    ['the end answers 500', isComplete, { answer: 500 }],
    ['the end fails after its status was sent', isComplete, { answer: 200, body: internalError }],
    ['the end is cut', isComplete, { cutRequestAfter: 0 }],
  ])('FS3, FS15: of an upload in parts nothing is left when %s', async (_, step, fault) => {
    const name = newName();
    proxy.break(step, fault, 100);
    expect(await failureOf(put(large, name))).toBe('unavailable');
    expect(await failureOf(direct().head(name))).toBe('missing');
    expect(proxy.seen.filter(isAbort)).toHaveLength(step === isBegin ? 0 : 1);
    expect(server.uploads()).toEqual([]);
  });

  test('FS6, FS15: an upload whose body breaks is aborted', async () => {
    const broken = new Error('the carrier hung up');
    async function* body() {
      yield large.subarray(0, partBytes + 1);
      throw broken;
    }
    await expect(open().put(newName(), body(), { size: null })).rejects.toBe(broken);
    expect(proxy.seen.filter(isAbort)).toHaveLength(1);
    expect(server.uploads()).toEqual([]);
  });

  test('FS15: an upload whose server was killed is aborted after a day, and no younger one', async () => {
    // The abort does not arrive either, as if nobody had sent it.
    proxy.break(isSecondPart, { answer: 500 }, 100);
    proxy.break(isAbort, { answer: 500 }, 100);
    const [ours, foreign] = [newName(), 'not/ours.bin'];
    await failureOf(put(large, ours));
    const client = direct();
    server.beginUpload(foreign);
    expect(server.uploads()).toHaveLength(2);
    expect(await client.removeLeftovers()).toBe(0);
    server.dateUploads(new Date(Date.now() - 25 * 3_600_000));
    expect(await client.removeLeftovers()).toBe(1);
    expect(server.uploads()).toHaveLength(1);
    server.abortUploads();
  });

  test('FS15: where uploads may not be listed, leftovers are left to a rule of the bucket', async () => {
    proxy.break(anything, { answer: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    expect(await open().removeLeftovers()).toBe(0);
    proxy.break(anything, { answer: 500 }, 100);
    expect(await failureOf(open().removeLeftovers())).toBe('unavailable');
  });

  test('FS12: a put is aborted while the store does not answer, and not repeated', async () => {
    proxy.break(isPut, 'stall', 100);
    const abort = new AbortController();
    const size = small.length;
    const putting = open().put(newName(), bodyOf(small), { size, signal: abort.signal });
    await expect.poll(() => proxy.seen).toHaveLength(1);
    const reason = new Error('no longer wanted');
    abort.abort(reason);
    await expect(putting).rejects.toBe(reason);
    const store = open();
    const closed = failureOf(store.put(newName(), bodyOf(small), { size }));
    await expect.poll(() => proxy.seen).toHaveLength(2);
    await store.close();
    expect(await closed).toBe('unavailable');
    expect(proxy.seen).toHaveLength(2);
  });

  test('FS11: a store that never answers is given up', async () => {
    proxy.break(anything, 'stall', 100);
    const store = open({ timeoutMs: 500, attempts: 2 });
    const name = newName();
    expect(await failureOf(store.put(name, bodyOf(small), { size: null }))).toBe('unavailable');
    expect(await failureOf(store.head(name))).toBe('unavailable');
    expect(await failureOf(store.list({ tenantId: 't' }))).toBe('unavailable');
    expect(proxy.seen).toHaveLength(6);
  });

  test.each<[number, string, string]>([
    [403, 'AccessDenied', 'refused'],
    [401, 'Unauthorized', 'refused'],
    [301, 'PermanentRedirect', 'refused'],
    [404, 'NoSuchBucket', 'refused'],
    [501, 'NotImplemented', 'refused'],
    [507, 'InsufficientStorage', 'full'],
    [403, 'QuotaExceeded', 'full'],
    [413, 'EntityTooLarge', 'too_large'],
  ])('FS11: %i %s is asked once and means %s', async (answer, code, failure) => {
    proxy.break(anything, { answer, body: `<Error><Code>${code}</Code></Error>` }, 100);
    await expect(put(small)).rejects.toMatchObject({ failure, code, retryable: false });
    expect(proxy.seen).toHaveLength(1);
  });

  test('FS15: what a store says about keys and signatures is not repeated', async () => {
    const { secretAccessKey } = server.settings;
    const body = `<Error><Code>AccessDenied ${secretAccessKey}</Code><StringToSign>${secretAccessKey}</StringToSign></Error>`;
    proxy.break(anything, { answer: 403, body }, 100);
    const error = await put(small).catch((reason: Error) => reason);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain(secretAccessKey);
    expect(error).toMatchObject({ failure: 'refused', code: 'http_403' });
  });
});

describe('a body that is not what was announced', () => {
  const name = newName();
  beforeAll(() => direct().put(name, bodyOf(large), { size: large.length }));

  test.each<[string, Fault]>([
    ['is cut', { cutResponseAfter: 1_000_000 }],
    ['is cut at its first byte', { cutResponseAfter: 0 }],
    ['ends early', { endResponseAfter: 1_000_000 }],
    ['stops coming', { stallResponseAfter: 1_000_000 }],
  ])('FS7: a body that %s ends with an error, never as if it were whole', async (_, fault) => {
    for (const range of [undefined, { first: 5 }]) {
      proxy.break(isGet, fault);
      const reading = open({ stallMs: 50 }).get(name, range).then(contentOf);
      await expect(reading).rejects.toMatchObject({ failure: 'unavailable', retryable: true });
    }
  });

  test.each<[string, Fault, string]>([
    ['no range', { headers: { 'content-range': undefined } }, 'unavailable'],
    ['another range', { headers: { 'content-range': `bytes 0-99/${large.length}` } }, 'unavailable'],
    ['a shorter range', { headers: { 'content-range': `bytes 10-98/${large.length}` } }, 'unavailable'],
    ['another length', { headers: { 'content-length': 89 } }, 'unavailable'],
    ['no length', { headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' } }, 'refused'],
    ['the whole file', { answer: 200, body: 'whole' }, 'refused'],
  ])('FS7: a response with %s is not taken for the range', async (_, fault, failure) => {
    proxy.break(isGet, fault);
    expect(await failureOf(open().get(name, { first: 10, last: 99 }))).toBe(failure);
  });

  test('FS11: a listing that breaks off is repeated, not taken as shorter', async () => {
    proxy.break(isGet, { cutResponseAfter: 100 });
    const { files } = await open().list({ tenantId: name.tenantId });
    expect(files).toHaveLength(1);
    proxy.break(isGet, { cutResponseAfter: 100 }, 100);
    expect(await failureOf(open().list({ tenantId: name.tenantId }))).toBe('unavailable');
  });

  test('FS9: a store that reports a deleted file as missing has deleted it', async () => {
    proxy.break(anything, { answer: 404, body: '<Error><Code>NoSuchKey</Code></Error>' });
    await open().delete(newName());
    proxy.break(anything, { answer: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' });
    await expect(open().delete(newName())).rejects.toMatchObject({ failure: 'refused' });
  });
});
