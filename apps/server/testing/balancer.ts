import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request, the server it was sent to, and its status; null until it is answered, or when it never is. */
export interface ProxiedRequest {
  readonly server: string;
  readonly method: string;
  readonly path: string;
  status: number | null;
}

/** How often each server is asked whether it is ready. */
const probeMs = 300;
/** A server that answers late on a busy machine is ready all the same; one that is gone refuses the connection at once. */
const probeTimeoutMs = 10_000;

/**
 * A load balancer on loopback, as `docs/operations.md` sets one up: requests go to ready servers in turn. After a 503 the
 * next server is tried. After a broken connection a request that may have placed a call is not repeated; carrier and
 * page repeat everything else safely.
 */
export class Balancer {
  readonly requests: ProxiedRequest[] = [];
  /** The requests that got a 502, and why: with which servers they were tried. */
  readonly unanswered: string[] = [];
  /** False: it keeps the last results, as any balancer does between two probes. */
  probing = true;
  url = '';
  readonly #http = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  readonly #ready = new Map<string, boolean>();
  readonly #removed = new Set<string>();
  readonly #upgraded = new Set<{ readonly server: string; readonly socket: Duplex }>();
  readonly #turns = new Map<string, number>();
  #stopped = false;

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#http.on('upgrade', (incoming, socket, head) => void balancer.#upgrade(incoming, socket, head));
    // Longer than any pause between two requests: one that is sent while its connection is being closed is lost.
    balancer.#http.keepAliveTimeout = 120_000;
    balancer.#http.listen(0, '127.0.0.1');
    await once(balancer.#http, 'listening');
    balancer.url = `http://127.0.0.1:${(balancer.#http.address() as AddressInfo).port}`;
    return balancer;
  }

  add(server: string): void {
    this.#removed.delete(server);
    void this.#probe(server);
  }

  /** Sends it nothing more; what it is answering goes on. */
  remove(server: string): void {
    this.#removed.add(server);
    this.#ready.delete(server);
  }

  /** Breaks the sockets that it has passed on to a server. */
  cutSockets(server: string): void {
    for (const upgraded of this.#upgraded) if (upgraded.server === server) upgraded.socket.destroy();
  }

  get ready(): string[] {
    return [...this.#ready].flatMap(([server, ready]) => (ready ? [server] : []));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }

  async #probe(server: string): Promise<void> {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const ready = await fetch(`${server}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (this.#removed.has(server)) return;
    if (this.probing) this.#ready.set(server, ready);
    if (!this.#stopped) setTimeout(() => void this.#probe(server), probeMs).unref();
  }

  /**
   * The ready servers, beginning with the next one in turn for requests of this kind. One turn for all kinds would send
   * every socket to one server where each call makes as many requests as there are servers.
   */
  #roundRobin({ url = '' }: IncomingMessage): string[] {
    const servers = this.ready;
    const [, first = '', second = ''] = url.split(/[/?]/);
    const kind = first === 'api' ? second : first;
    const turn = (this.#turns.get(kind) ?? 0) + 1;
    this.#turns.set(kind, turn);
    const start = turn % Math.max(1, servers.length);
    return [...servers.slice(start), ...servers.slice(0, start)];
  }

  #note(server: string, { method = '', url = '' }: IncomingMessage): ProxiedRequest {
    const proxied = { server, method, path: url.split('?')[0] ?? '', status: null };
    this.requests.push(proxied);
    return proxied;
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray().catch(() => []));
    const tried: ProxiedRequest[] = [];
    for (const server of this.#roundRobin(incoming)) {
      const proxied = this.#note(server, incoming);
      tried.push(proxied);
      const answer = await this.#send(server, incoming, body).catch(() => null);
      proxied.status = answer?.statusCode ?? null;
      if (answer?.statusCode === 503 || (answer === null && mayRepeat(incoming))) {
        answer?.resume();
        continue;
      }
      if (answer === null) break;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // The headers tell a page that its event stream is open, before any event.
      outgoing.flushHeaders();
      answer.on('error', () => outgoing.destroy());
      outgoing.on('close', () => answer.destroy());
      answer.pipe(outgoing);
      return;
    }
    const tries = tried
      .map(({ server, status }) => `${server} ${status ?? 'broke the connection'}`)
      .join(', ');
    this.unanswered.push(`${incoming.method} ${incoming.url}: ${tries || 'no server is ready'}`);
    outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  }

  async #send(server: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, url, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' };
    const sent = request(server + url, { method: method ?? 'GET', headers: forwarded, agent: false });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return answer as IncomingMessage;
  }

  async #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    for (const server of this.#roundRobin(incoming)) {
      const proxied = this.#note(server, incoming);
      const upstream = await this.#upgradeOn(server, incoming, proxied);
      if (upstream === null) continue;
      upstream.socket.on('error', () => {});
      const upgraded = { server, socket };
      this.#upgraded.add(upgraded);
      socket.on('close', () => {
        this.#upgraded.delete(upgraded);
        upstream.socket.destroy();
      });
      upstream.socket.on('close', () => socket.destroy());
      socket.write(upstream.head);
      upstream.socket.unshift(upstream.first);
      upstream.socket.write(head);
      socket.pipe(upstream.socket).pipe(socket);
      return;
    }
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }

  /** The upgraded connection to a server, or null when it refused. */
  #upgradeOn(
    server: string,
    { url, headers }: IncomingMessage,
    proxied: ProxiedRequest,
  ): Promise<{ socket: Duplex; first: Buffer; head: string } | null> {
    const { promise, resolve } = Promise.withResolvers<{
      socket: Duplex;
      first: Buffer;
      head: string;
    } | null>();
    const sent = request(server + url, { headers, agent: false });
    sent.on('upgrade', (answer, socket, first) => {
      proxied.status = 101;
      resolve({ socket, first, head: headOf(answer) });
    });
    sent.on('response', (answer) => {
      proxied.status = answer.statusCode ?? null;
      answer.resume();
      resolve(null);
    });
    sent.on('error', () => resolve(null));
    sent.end();
    return promise;
  }
}

/** Only a request to place a call may not be sent to a second server. */
function mayRepeat({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' || url.startsWith('/webhooks/');
}

function headOf({ rawHeaders }: IncomingMessage): string {
  const lines: string[] = [];
  for (let n = 0; n < rawHeaders.length; n += 2) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`;
}
