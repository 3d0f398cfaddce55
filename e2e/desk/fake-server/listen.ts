import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { LiveEvent } from '@parley/contract';
import { root } from '../../harness/project.ts';
import { defaultResponse } from './default-responses.ts';
import type { EventStream, FakeServer, ReceivedRequest } from './fake-server.ts';

const webDir = process.env.PARLEY_WEB_DIR ?? join(root, 'apps/web/dist');

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** As strict as the policy of the real server. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
].join('; ');

/** Beside an id there are words in the same place, such as `check`. */
const ofUuid =
  /^(\/api\/calls\/exports|\/api\/connections(?:\/phone)?|\/api\/campaigns|\/api\/contacts|\/api\/follow-ups|\/api\/do-not-call|\/api\/tools(?:\/mcp)?|\/api\/people|\/api\/webhooks)\/([0-9a-f-]{36}|user)(\/.+)?$/;
const withId =
  /^(\/api\/recordings|\/api\/calls\/views|\/api\/calls(?!\/(?:search|views|exports)(?:$|\/))|\/api\/twilio|\/api\/templates\/templates|\/api\/agents|\/api\/numbers|\/api\/tries|\/api\/contacts\/numbers|\/api\/contacts\/imports|\/api\/tools\/secrets|\/api\/people\/invitations|\/api\/keys)\/([^/]+)(\/.+)?$/;

export interface ListeningServer {
  url: string;
  /** Continues with another state, for another page. */
  serve(fakeServer: FakeServer): void;
  stop(): Promise<void>;
}

/** Serves the built web app and the responses of the fake server on a free port. */
export async function startFakeServer(fakeServer: FakeServer): Promise<ListeningServer> {
  let current = fakeServer;
  const server = createServer((request, response) => {
    const asked = current;
    asked.received += 1;
    asked.answering += 1;
    handle(asked, request, response)
      .catch(() => response.destroy())
      .finally(() => {
        asked.answering -= 1;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(next) {
      server.closeAllConnections();
      current = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function handle(
  fakeServer: FakeServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const path = url.split('?', 1)[0] ?? '/';
  if (path !== '/config.json' && !path.startsWith('/api/')) return sendFile(path, response);
  const received = await readRequest(request, url, path);
  const reply = await fakeServer.respond(received, () => defaultResponse(fakeServer, received));
  if (reply === 'disconnect') {
    response.destroy();
  } else if (reply.stream === true) {
    stream(fakeServer, response);
  } else {
    const isWhole = typeof reply.body === 'string' || Buffer.isBuffer(reply.body);
    const text = isWhole ? reply.body : JSON.stringify(reply.body ?? {});
    const type = typeof reply.body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(reply.status ?? 200, {
      'content-type': type,
      ...reply.headers,
      ...(reply.brokenOff && { 'content-length': 1_000 }),
    });
    if (reply.brokenOff) response.write(text, () => response.destroy());
    else response.end(text);
  }
}

async function readRequest(request: IncomingMessage, url: string, path: string): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const [, base, id = '', rest = ''] = withId.exec(path) ?? ofUuid.exec(path) ?? [];
  return {
    route: `${request.method} ${base === undefined ? path : `${base}/:id${withoutIds(rest)}`}`,
    url,
    id: decodeURIComponent(id),
    body: text === '' ? undefined : JSON.parse(text),
    headers: request.headers,
  };
}

/** What follows an id may have another one. */
function withoutIds(rest: string): string {
  return rest
    .replace(/^\/outcome\/(?!run$)[^/]+$/, '/outcome/:field')
    .replace(/^\/deliveries\/[^/]+/, '/deliveries/:id')
    .replace(/\d+/, ':version');
}

function stream(fakeServer: FakeServer, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const textOf = (event: LiveEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  response.write(`: open\n\n${textOf({ type: 'opened', quietMs: fakeServer.quietMs })}`);
  const listener: EventStream = {
    write: (event) => response.write(textOf(event)),
    end: () => response.end(),
  };
  fakeServer.addStream(listener);
  response.on('close', () => fakeServer.removeStream(listener));
}

/** Each page asks for a dozen of them: read once in the life of a worker. */
const files = new Map<string, { readonly name: string; readonly content: Promise<Buffer> }>();

function fileAt(path: string) {
  const known = files.get(path);
  if (known) return known;
  const wanted = join(webDir, normalize(path));
  const name = existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(webDir, 'index.html');
  const file = { name, content: readFile(name) };
  files.set(path, file);
  return file;
}

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const { name, content } = fileAt(path);
  response.writeHead(200, {
    'content-type': types[extname(name)] ?? 'text/html',
    'content-security-policy': policy,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(await content);
}
