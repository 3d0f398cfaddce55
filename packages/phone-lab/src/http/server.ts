import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SoundSockets } from '../handset/sound-sockets.ts';
import type { LabApi } from '../lab-api/routes.ts';
import type { RestRouter } from '../rest/router.ts';
import { refusal } from './guard.ts';
import { readBody, sendJson, sendMedia } from './messages.ts';
import { servePage } from './page.ts';

export interface LabServer {
  port: number;
  url: string;
  close(): Promise<void>;
}

/** The HTTP server: Twilio's REST API under /2010-04-01, the lab's own API under /lab, the page at /. */
export async function listen(
  port: number,
  parts: { rest: RestRouter; lab: LabApi; sound: SoundSockets },
): Promise<LabServer> {
  let actualPort = port;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(`phone-lab: ${request.method} ${request.url?.split('?')[0]} failed`, error);
      if (!response.headersSent)
        sendJson(response, 500, { code: 20500, message: 'Internal Server Error', status: 500 });
      else response.destroy();
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusal(request.headers, actualPort);
    if (refused) {
      response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${refused}\n`);
      return;
    }
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    if (path.startsWith('/lab/')) return parts.lab.handle(request, response, path, query);
    if (servePage(request.method ?? 'GET', path, response)) return;
    const body = await readBody(request);
    if (body === null)
      return sendJson(response, 413, { code: 20413, message: 'Request too large', status: 413 });
    const result = parts.rest.handle({
      // HEAD is handled as GET; Node leaves out the body.
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      path,
      query,
      authorization: request.headers.authorization,
      body,
    });
    if (result.stallMs !== undefined) {
      setTimeout(() => request.socket.destroy(), result.stallMs).unref();
      return;
    }
    if (result.media) sendMedia(response, result.media);
    else if (result.body === null) response.writeHead(result.status).end();
    else sendJson(response, result.status, result.body, result.headers);
  }

  server.on('upgrade', (request, socket, head) => {
    const refused = refusal(request.headers, actualPort);
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    if (refused || path !== '/lab/handset/sound') {
      socket.end(`HTTP/1.1 ${refused ? '403 Forbidden' : '404 Not Found'}\r\nConnection: close\r\n\r\n`, () =>
        socket.destroy(),
      );
      return;
    }
    parts.sound.accept(request, socket, head, new URLSearchParams(query));
  });
  await bind(server, port);
  actualPort = (server.address() as AddressInfo).port;
  return {
    port: actualPort,
    url: `http://127.0.0.1:${actualPort}`,
    close: () =>
      new Promise((resolve) => {
        parts.sound.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
