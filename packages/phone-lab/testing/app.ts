import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import type { Lab } from '../src/lab.ts';

export interface Hit {
  method: string;
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Checked with the SDK's own function against the exact URL. */
  signed: boolean;
}

export interface Answer {
  status?: number;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Each a `Set-Cookie` of its own. */
  cookies?: string[];
  /** Never responds. */
  hang?: boolean;
}

export interface TestApp {
  url: string;
  hits: Hit[];
  /** Hits on one path so far. */
  on(path: string): Hit[];
  /** The first hit that matches, past or future. */
  hit(path: string, matches?: (hit: Hit) => boolean): Promise<Hit>;
  /** Called when something arrives that is not HTTP. */
  onGarbage(listener: () => void): void;
  close(): Promise<void>;
}

/** A plain Twilio application: responds by path and keeps every request. */
export async function startApp(
  lab: () => Lab,
  answers: Record<string, string | ((hit: Hit) => Answer)>,
): Promise<TestApp> {
  const hits: Hit[] = [];
  const waiting = new Set<(hit: Hit) => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
      const params = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
      const signature = String(request.headers['x-twilio-signature'] ?? '');
      const signed = twilio.validateRequest(lab().authToken, signature, url + (request.url ?? ''), params);
      const { method = 'GET', headers } = request;
      const hit: Hit = { method, path, query: new URLSearchParams(query), params, headers, signed };
      hits.push(hit);
      const given = answers[path];
      const answer: Answer = typeof given === 'function' ? given(hit) : { body: given ?? '' };
      for (const wake of [...waiting]) wake(hit);
      if (answer.hang) return;
      response.writeHead(answer.status ?? 200, {
        'Content-Type': answer.type ?? 'text/xml',
        ...answer.headers,
        ...(answer.cookies ? { 'Set-Cookie': answer.cookies } : {}),
      });
      response.end(answer.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    hits,
    on: (path) => hits.filter((hit) => hit.path === path),
    hit(path, matches = () => true) {
      const isWanted = (hit: Hit) => hit.path === path && matches(hit);
      const known = hits.find(isWanted);
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => {
        const wake = (hit: Hit) => {
          if (!isWanted(hit)) return;
          waiting.delete(wake);
          resolve(hit);
        };
        waiting.add(wake);
      });
    },
    onGarbage(listener) {
      server.on('clientError', (_, socket) => {
        listener();
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The official SDK, pointed at the lab by its public property. */
export function sdk(lab: Lab, options?: { timeout?: number }) {
  const client = twilio(lab.accountSid, lab.authToken, options);
  client.api.baseUrl = lab.url;
  return client;
}

/** The error of a rejected SDK call. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<{ status?: number; code?: number | string; message: string }> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!error) throw new Error('the request was not refused');
  return error as { status?: number; code?: number; message: string };
}

export const twiml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`;
