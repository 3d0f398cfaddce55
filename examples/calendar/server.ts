import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Calendar } from './calendar.ts';
import { type FaultSettings, Faults } from './faults.ts';
import { openApiDocument } from './openapi.ts';
import { type CalendarRequest, carryOut, routeOf } from './routes.ts';
import { fileStore, memoryStore } from './store.ts';

export interface CalendarOptions {
  /** 0 takes any free port. */
  port?: number;
  /** The file behind it; without one it is kept in memory. */
  file?: string;
  /** Requests must carry `Authorization: Bearer` with it. */
  token?: string;
  /** False: an Idempotency-Key is ignored, as by many calendars. */
  honoursKeys?: boolean;
  now?: () => Date;
  faults?: FaultSettings;
  seed?: number;
  /** Whether faults can be changed over HTTP. */
  offersFaults?: boolean;
}

export interface RunningCalendar {
  url: string;
  calendar: Calendar;
  faults: Faults;
  stop(): Promise<void>;
}

const largestBody = 16_384;

/** Starts the calendar on this machine only. */
export async function startCalendar(options: CalendarOptions = {}): Promise<RunningCalendar> {
  const { port = 0, file, token, honoursKeys = true, now, offersFaults = false } = options;
  const calendar = new Calendar(file ? fileStore(file) : memoryStore(), now);
  const faults = new Faults(options.faults, options.seed);
  let url = '';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host = '' } = request.headers;
    // A page in a browser could reach this machine under a name of its own.
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host))
      return send(response, 403, { error: 'foreign_host', message: 'Only this machine may ask.' });
    const address = new URL(request.url ?? '/', url);
    if (request.method === 'GET' && address.pathname === '/openapi.json')
      return send(response, 200, openApiDocument(url, token !== undefined));
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, { error: 'not_authorized', message: 'The token is missing or wrong.' });
    const body = await readBody(request);
    if (!body) return send(response, 400, { error: 'not_json', message: 'The body is not a JSON object.' });
    if (offersFaults && request.method === 'PUT' && address.pathname === '/faults') {
      faults.set(body as FaultSettings);
      return send(response, 200, body);
    }
    const header = request.headers['idempotency-key'];
    const asked: CalendarRequest = {
      method: request.method ?? 'GET',
      path: address.pathname,
      query: address.searchParams,
      body,
      key: typeof header === 'string' && header !== '' ? header.slice(0, 255) : null,
    };
    const route = routeOf(asked);
    if (!route) return send(response, 404, { error: 'not_found', message: 'There is no such address.' });
    const happens = (kind: Parameters<Faults['happens']>[0]) => faults.happens(kind, route.operation);
    if (happens('dropBefore')) return void request.socket.destroy();
    if (happens('error')) return send(response, 500, { error: 'fault', message: 'Nothing was done.' });
    const answer = carryOut(calendar, asked, route, honoursKeys);
    if (happens('drop')) return void request.socket.destroy();
    if (happens('errorAfter'))
      return send(response, 500, { error: 'fault', message: 'It broke afterwards.' });
    const late = happens('late');
    if (late) await sleep(late.ms ?? 1000, undefined, { ref: false });
    const twice = happens('twice');
    const replayed = answer.replayed ? { 'Idempotent-Replayed': 'true' } : undefined;
    send(response, answer.status, answer.body, replayed);
    if (twice) repeat(request, answer.status, answer.body);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error('calendar:', error);
      if (response.headersSent) response.destroy();
      else send(response, 500, { error: 'internal', message: 'The calendar has failed.' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calendar,
    faults,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The same answer once more on the same connection, unasked. */
function repeat(request: IncomingMessage, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} Again\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  if (request.socket.writable) request.socket.write(head + text);
}

/** Null when it is too large or not a JSON object; an empty body is an empty object. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) return null;
  if (size === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
