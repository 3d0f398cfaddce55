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
