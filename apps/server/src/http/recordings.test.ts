import { once } from 'node:events';
import { get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { recordingAddress } from '@parley/contract';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OpenedSound } from '../ports/open-sound.ts';
import { serveRecordings } from './recordings.ts';

test('RC12: a listener that goes away while the file is opened leaves neither the file open nor anything behind', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const asked = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<OpenedSound>();
  const responses: ServerResponse[] = [];
  app.addHook('onRequest', async (_, { raw }) => void responses.push(raw));
  serveRecordings(app, () => {
    asked.resolve();
    return opened.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const listener = get({ host: '127.0.0.1', port, path: recordingAddress('token') });
  listener.on('error', () => {});
  await asked.promise;
  const [response] = responses;
  if (!response) throw new Error('no request');
  const closed = once(response, 'close');
  listener.destroy();
  await closed;
  const destroy = vi.spyOn(response, 'destroy');
  const body = Readable.from(['sound']);
  const file = { size: 5, contentType: 'audio/wav', version: '1', modifiedAt: new Date(0) };
  const name = { tenantId: 'one', kind: 'recordings', id: 'call', type: 'wav' } as const;
  opened.resolve({
    ...{ kind: 'whole', file: { ...file, name }, fileName: 'recording.wav', purpose: 'play' },
    content: { file: { ...file, name }, first: 0, length: 5, body },
  });
  await once(body, 'close');
  await app.close();
  expect(destroy).not.toHaveBeenCalled();
});

const sound = Buffer.from(Array.from({ length: 100 }, (_, at) => at));
const soundName = { tenantId: 'one', kind: 'recordings', id: 'call', type: 'wav' } as const;

/** A server with one recording of 100 bytes, and the ranges that were asked of its store. */
async function serveSound() {
  const app = fastify();
  onTestFinished(() => app.close());
  const file = {
    ...{ name: soundName, size: sound.length, contentType: 'audio/wav', version: '1' },
    modifiedAt: new Date(0),
  };
  serveRecordings(app, async (_, range) => {
    const opened = { file, fileName: 'recording.wav', purpose: 'play' } as const;
    if (range === 'none') return { kind: 'whole', ...opened, content: null };
    const first = range === null ? 0 : 'suffix' in range ? sound.length - range.suffix : range.first;
    if (first >= sound.length) return { kind: 'out of range', size: sound.length };
    const last = range !== null && 'last' in range ? (range.last ?? sound.length) : sound.length;
    const part = sound.subarray(first, last + 1);
    const content = { file, first, length: part.length, body: Readable.from([part]) };
    return { kind: range === null ? 'whole' : 'part', ...opened, content };
  });
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}${recordingAddress('token')}`;
  return (range: string, more: Record<string, string> = {}) => fetch(url, { headers: { range, ...more } });
}

test('RC12: the two bytes by which a phone tries whether it may ask for parts are answered as a part', async () => {
  const get = await serveSound();
  const probe = await get('bytes=0-1');
  // Safari on iOS does not play what is answered with 200, without the whole length, or with another number of bytes.
  expect([probe.status, probe.headers.get('content-range'), probe.headers.get('content-length')]).toEqual([
    ...[206, 'bytes 0-1/100', '2'],
  ]);
  expect([probe.headers.get('accept-ranges'), probe.headers.get('content-type')]).toEqual([
    ...['bytes', 'audio/wav'],
  ]);
  expect(probe.headers.get('content-encoding')).toBeNull();
  expect(Buffer.from(await probe.arrayBuffer())).toEqual(sound.subarray(0, 2));
  // Then it asks for the whole by its length, with the version of the probe.
  const etag = probe.headers.get('etag') ?? '';
  const rest = await get('bytes=0-99', { 'if-range': etag });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 0-99/100']);
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(sound);
});

test.each([
  ['bytes=0-', 0],
  ['bytes=60-', 60],
  ['bytes=99-', 99],
])('RC12: an open range (%s) goes to the end of the sound', async (range, first) => {
  const get = await serveSound();
  const part = await get(range);
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
    ...[206, `bytes ${first}-99/100`, String(100 - first)],
  ]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(sound.subarray(first));
});

test('RC12: an open range from the end on has no byte', async () => {
  const get = await serveSound();
  const none = await get('bytes=100-');
  expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */100']);
});
