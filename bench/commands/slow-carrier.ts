import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** More than any command is to take. */
const hangUpMs = 2_000;

/**
 * The lab's API, at which hanging up takes a while. On one machine the lab would hang up before a command gets from one server
 * to another, and the session would end because of that.
 */
export class SlowCarrier {
  readonly url: string;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(labUrl: string): Promise<SlowCarrier> {
    const server = createServer((request, response) => void forward(labUrl, request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowCarrier(server);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

async function forward(labUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '', headers } = request;
  const body = await text(request);
  if (method === 'POST' && /(?:^|&)Status=completed(?:&|$)/.test(body)) await delay(hangUpMs);
  const answer = await fetch(labUrl + url, {
    method,
    headers: {
      ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      ...(headers['content-type'] !== undefined && { 'content-type': headers['content-type'] }),
    },
    ...(body !== '' && { body }),
  }).catch(() => null);
  if (answer === null) return void response.destroy();
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(await answer.text());
}
