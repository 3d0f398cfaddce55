import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  /** Answers itself; the store does not see the request. */
  | { readonly answer: number; readonly body?: string }
  /** Breaks the connection when so many bytes of the request's body have come. The store does not see it. */
  | { readonly cutRequestAfter: number }
  /** The store does what it is asked to, and the response is lost. */
  | 'lose-response'
  /** Breaks the connection after so many bytes of the response's body. */
  | { readonly cutResponseAfter: number }
  /** Ends the response properly, but with fewer bytes than announced. */
  | { readonly endResponseAfter: number }
  /** Sends so many bytes of the response's body, and then nothing. */
  | { readonly stallResponseAfter: number }
  /** Never answers. */
  | 'stall'
  /** Changes headers of the response. */
  | { readonly headers: OutgoingHttpHeaders };

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
}

interface Rule {
  readonly matches: (request: SeenRequest) => boolean;
  readonly fault: Fault;
  times: number;
}

/** Stands between a client and a store, and breaks what a test wants broken. */
export class FaultProxy {
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;
  readonly #target: URL;
  #rules: Rule[] = [];

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next requests that match get the fault. */
  break(matches: Rule['matches'], fault: Fault, times = 1): void {
    this.#rules.push({ matches, fault, times });
  }

  reset(): void {
    this.#rules = [];
    this.seen.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {});
    const seen = { method: request.method ?? '', url: request.url ?? '' };
    this.seen.push(seen);
    const rule = this.#rules.find((one) => one.times > 0 && one.matches(seen));
    if (rule) rule.times -= 1;
    const fault = rule?.fault ?? { headers: {} };
    if (fault === 'stall') return;
    if (typeof fault === 'object' && 'cutRequestAfter' in fault) {
      let bytes = 0;
      const cut = (more: number) => {
        bytes += more;
        if (bytes >= fault.cutRequestAfter) request.socket.destroy();
      };
      request.on('data', (chunk) => cut(chunk.length));
      cut(0);
      return;
    }
    if (typeof fault === 'object' && 'answer' in fault) {
      request.resume();
      await once(request, 'end');
      response.writeHead(fault.answer, { 'content-type': 'application/xml' }).end(fault.body ?? '');
      return;
    }
    // The Host header is kept: the signature covers it.
    const { hostname, port } = this.#target;
    const { method, headers } = request;
    const asked = forward({ hostname, port, method, path: request.url, headers });
    request.pipe(asked);
    asked.on('error', () => request.socket.destroy());
    asked.on('response', (answer) => void relay(answer, response, fault));
  }
}

async function relay(answer: IncomingMessage, response: ServerResponse, fault: Fault): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (fault === 'lose-response') {
    response.socket?.destroy();
    return;
  }
  const changes = typeof fault === 'object' && 'headers' in fault ? fault.headers : {};
  const headers = Object.entries({ ...answer.headers, ...changes }).filter(
    ([, value]) => value !== undefined,
  );
  response.writeHead(answer.statusCode ?? 500, Object.fromEntries(headers));
  if (typeof fault === 'object' && 'cutResponseAfter' in fault)
    response.write(body.subarray(0, fault.cutResponseAfter), () => response.socket?.destroy());
  else if (typeof fault === 'object' && 'endResponseAfter' in fault)
    response.write(body.subarray(0, fault.endResponseAfter), () => response.socket?.end());
  else if (typeof fault === 'object' && 'stallResponseAfter' in fault)
    response.write(body.subarray(0, fault.stallResponseAfter));
  else response.end(body);
}
