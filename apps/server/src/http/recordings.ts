import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { recordingAddress } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withOrigin } from '../lib/request-origin.ts';
import type { OpenedSound, OpenSound } from '../ports/open-sound.ts';
import { isSameVersion, requestedRange } from './byte-range.ts';
import { originOf } from './endpoints.ts';

type SoundRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * The sound of recordings, whole or in parts. An audio element sends no bearer token: the address holds a signed one of its
 * own, which works for a short time (docs/recordings.md).
 */
export function serveRecordings(app: FastifyInstance, open: OpenSound): void {
  const playing = new Set<ServerResponse>();
  // A listener that has paused would keep the server from stopping.
  app.addHook('preClose', async () => {
    for (const response of playing) response.destroy();
  });
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: recordingAddress(':token'),
    handler: async (request, reply) => {
      const sound = await withOrigin(originOf(request), () => openFor(request, open));
      if (reply.raw.closed) return leave(sound, reply);
      playing.add(reply.raw);
      reply.raw.once('close', () => playing.delete(reply.raw));
      return send(sound, reply);
    },
  });
}

async function openFor(request: SoundRequest, open: OpenSound): Promise<OpenedSound> {
  const { token } = request.params;
  if (request.method === 'HEAD') return open(token, 'none');
  const { range, 'if-range': ifRange } = request.headers;
  const wanted = requestedRange(range);
  if (wanted === null || ifRange === undefined) return open(token, wanted);
  const now = await open(token, 'none');
  const isCurrent = now.kind !== 'out of range' && isSameVersion(String(ifRange), etagOf(now.file.version));
  return open(token, isCurrent ? wanted : null);
}

const etagOf = (version: string) => `"${version.replaceAll(/[^\x21\x23-\x7e]/g, '')}"`;

/** The listener has gone away while the file was opened: it is closed again. */
function leave(sound: OpenedSound, reply: FastifyReply): void {
  if (sound.kind !== 'out of range') sound.content?.body.destroy();
  reply.hijack();
}

function send(sound: OpenedSound, reply: FastifyReply) {
  if (sound.kind === 'out of range') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${sound.size}`, 'cache-control': 'no-store' })
      .send();
  }
  const { file, content, fileName, purpose } = sound;
  const first = content?.first ?? 0;
  const length = content?.length ?? file.size;
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `${purpose === 'download' ? 'attachment' : 'inline'}; filename="${fileName}"`,
    'content-type': file.contentType,
    'content-length': String(length),
    etag: etagOf(file.version),
    ...(sound.kind === 'part' && {
      'content-range': `bytes ${first}-${first + length - 1}/${file.size}`,
    }),
  };
  // A listener that goes away is no failure of the server, which the framework would log.
  reply.hijack();
  reply.raw.writeHead(sound.kind === 'part' ? 206 : 200, headers);
  if (!content) reply.raw.end();
  else if (content.sendTo) sendWith(content.sendTo, reply.raw);
  else sendBody(content.body, reply.raw);
}

function sendWith(sendTo: (taker: ServerResponse) => Promise<void>, response: ServerResponse): void {
  // A response that breaks off is what tells a listener that something is missing.
  sendTo(response).then(
    () => response.end(),
    () => response.destroy(),
  );
}

/** As `pipeline` does, which takes as long as the rest of a small part: it makes an error for each body that has ended. */
function sendBody(body: Readable, response: ServerResponse): void {
  body.once('error', () => response.destroy());
  response.once('close', () => body.destroy());
  body.pipe(response);
}
