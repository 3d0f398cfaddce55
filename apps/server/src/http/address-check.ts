import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { AppError } from '../errors.ts';
import { type AddressProof, addressCheckHeader, addressCheckPaths } from '../lib/address-proof.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

const longestMessage = 1_024;
const longestTalkMs = 5_000;

/**
 * Answers the checks that servers of this deployment make of its public address: a webhook and a socket, as the carrier
 * sends them. Whoever does not know the key of the deployment is refused.
 */
export function serveAddressCheck(app: FastifyInstance, proof: () => Promise<AddressProof>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: limits.bodyBytesMax },
      (_request, body, done) => done(null, body),
    );
    scope.post(addressCheckPaths.webhook, async (request) => {
      const { method = 'POST', url = '', headers } = request.raw;
      const prover = await proof();
      const nonce = prover.nonceOf(headers[addressCheckHeader]);
      if (nonce === null) throw new AppError('bad_signature', 'The signature does not match this request.');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return { answer: prover.answer(nonce), seen: prover.seen(nonce, { method, target: url, body }) };
    });
  });

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { url: target = '', headers, method = 'GET' } = request;
    // The sockets of carriers have a listener of their own.
    if (target.split('?')[0] !== addressCheckPaths.socket) return;
    stream.on('error', () => stream.destroy());
    proof().then(
      (prover) => {
        const nonce = prover.nonceOf(headers[addressCheckHeader]);
        if (nonce === null) return refuseUpgrade(stream, '403 Forbidden');
        sockets.handleUpgrade(request, stream, head, (socket) => {
          const late = setTimeout(() => socket.terminate(), longestTalkMs).unref();
          socket.on('error', () => {});
          socket.on('close', () => clearTimeout(late));
          socket.once('message', (data) => {
            socket.send(String(data));
            socket.close(1000);
          });
          const seen = prover.seen(nonce, { method, target, body: Buffer.alloc(0) });
          socket.send(JSON.stringify({ answer: prover.answer(nonce), seen }));
        });
      },
      () => refuseUpgrade(stream, '503 Service Unavailable'),
    );
  });
}
