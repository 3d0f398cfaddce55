import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { downloadPath } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { withOrigin } from '../lib/request-origin.ts';
import type { OpenDownload } from '../ports/download.ts';
import { originOf, signalOf } from './endpoints.ts';

/**
 * Files that a browser saves by itself. It sends no bearer token with such a request: the link holds one of its own, which
 * works once (docs/export.md).
 */
export function serveDownloads(app: FastifyInstance, open: OpenDownload): void {
  app.get<{ Params: { token: string } }>(downloadPath(':token'), async (request, reply) => {
    const { fileName, type, content } = await withOrigin(originOf(request), () =>
      open(request.params.token, signalOf(request, reply)),
    );
    // A file that breaks off is no failure of the server, which the framework would log.
    reply.hijack();
    reply.raw.writeHead(200, {
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-type': type,
      'x-accel-buffering': 'no',
    });
    // Broken off, not ended: the browser has to notice that the file is not complete.
    pipeline(content, reply.raw, keepOpen(reply.raw));
  });
}

/**
 * The idle time-out is for readers that stop reading. While the reader has all there is, and the next part is being looked for,
 * it begins anew. Returns what ends that.
 */
function keepOpen(response: ServerResponse): () => void {
  const { socket } = response;
  const idleMs = socket?.timeout ?? 0;
  if (socket === null || idleMs === 0) return () => {};
  const renewal = setInterval(() => {
    const hasAll = response.writableLength === 0 && !response.writableEnded;
    if (hasAll) socket.setTimeout(idleMs);
  }, idleMs / 3);
  return () => clearInterval(renewal);
}
