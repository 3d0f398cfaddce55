import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An event that has arrived: at which of the endpoints, and how long after it happened. */
export interface Arrival {
  readonly endpoint: number;
  readonly delayMs: number;
  readonly at: number;
}

/** Twenty endpoints of other software, in one process. They are at `/0`, `/1` and so on. */
export class Receiver {
  readonly url: string;
  /** Answers so many milliseconds late; the others at once. */
  slow: { readonly endpoint: number; readonly ms: number } | null = null;
  #arrivals: Arrival[] = [];
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(server);
    server.on('request', async (request, response) => {
      const endpoint = Number(request.url?.slice(1));
      const at = Date.now();
      const { timestamp } = JSON.parse(await text(request)) as { timestamp: string };
      receiver.#arrivals.push({ endpoint, delayMs: at - Date.parse(timestamp), at });
      receiver.#answer(endpoint, response);
    });
    return receiver;
  }

  /** What has arrived since the last time. */
  take(): Arrival[] {
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    return arrivals;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #answer(endpoint: number, response: ServerResponse): void {
    const answer = () => response.writeHead(204).end();
    if (this.slow?.endpoint === endpoint) setTimeout(answer, this.slow.ms);
    else answer();
  }
}
