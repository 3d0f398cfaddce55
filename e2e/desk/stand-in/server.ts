import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { LiveEvent } from '@parley/contract';
import { root } from '../../harness/project.ts';
import { answerTo } from './answers.ts';
import type { Desk, DeskRequest, Stream } from './desk.ts';

const webDir = process.env.PARLEY_WEB_DIR ?? join(root, 'apps/web/dist');

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** As strict as the real one, so that what the screens do is held against it. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
].join('; ');

const withId = /^(\/api\/calls|\/api\/twilio|\/api\/templates\/templates)\/([^/]+)(\/end|\/call)?$/;

export interface StandIn {
  url: string;
  stop(): Promise<void>;
}

/** Serves the built web and lets the desk answer everything else, on a port of its own. */
export async function serveDesk(desk: Desk): Promise<StandIn> {
  const server = createServer((request, response) => {
    handle(desk, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function handle(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const path = url.split('?', 1)[0] ?? '/';
  if (path !== '/config.json' && !path.startsWith('/api/')) return sendFile(path, response);
  const asked = await readRequest(request, url, path);
  const answer = await desk.respond(asked, () => answerTo(desk, asked));
  if (answer === 'broken') {
    response.destroy();
  } else if (answer.stream === true) {
    stream(desk, response);
  } else {
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    const type = typeof answer.body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers }).end(text);
  }
}

async function readRequest(request: IncomingMessage, url: string, path: string): Promise<DeskRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const [, base, id = '', rest = ''] = withId.exec(path) ?? [];
  return {
    route: `${request.method} ${base === undefined ? path : `${base}/:id${rest}`}`,
    url,
    id,
    body: text === '' ? undefined : JSON.parse(text),
    headers: request.headers,
  };
}

function stream(desk: Desk, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const textOf = (event: LiveEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  response.write(`: here\n\n${textOf({ type: 'opened', quietMs: desk.quietMs })}`);
  const listener: Stream = {
    write: (event) => response.write(textOf(event)),
    end: () => response.end(),
  };
  desk.addStream(listener);
  response.on('close', () => desk.removeStream(listener));
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const wanted = join(webDir, normalize(path));
  const file = existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(webDir, 'index.html');
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'text/html',
    'content-security-policy': policy,
  });
  response.end(await readFile(file));
}
