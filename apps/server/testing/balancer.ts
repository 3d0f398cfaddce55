import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** What went where, and how it was answered; null while it is under way or when nobody answered. */
export interface Passage {
  readonly server: string;
  readonly method: string;
  readonly path: string;
  status: number | null;
}

/** How often each server is asked whether it is ready. */
const probeMs = 300;

/**
 * A load balancer on loopback, as `docs/operations.md` sets one up: servers that are ready take turns, whatever comes.
 * An answer of 503 goes to nobody: the next server is asked. A server that breaks off is not asked again for a call
 * that may have been placed; carrier and page repeat everything else without harm.
 */
export class Balancer {
  readonly passages: Passage[] = [];
  /** False: it goes by what it saw last, as any balancer does between two looks. */
  looking = true;
  url = '';
  readonly #http = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  readonly #ready = new Map<string, boolean>();
  #turn = 0;
  #stopped = false;

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#http.on('upgrade', (incoming, line, head) => void balancer.#upgrade(incoming, line, head));
    balancer.#http.listen(0, '127.0.0.1');
    await once(balancer.#http, 'listening');
    balancer.url = `http://127.0.0.1:${(balancer.#http.address() as AddressInfo).port}`;
    return balancer;
  }

  add(server: string): void {
    void this.#probe(server);
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
    const signal = AbortSignal.timeout(probeMs * 5);
    const ready = await fetch(`${server}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (this.looking) this.#ready.set(server, ready);
    if (!this.#stopped) setTimeout(() => void this.#probe(server), probeMs).unref();
  }

  /** Everybody that is ready, each time beginning with the next. */
  #inTurn(): string[] {
    const servers = this.ready;
    this.#turn += 1;
    const first = this.#turn % Math.max(1, servers.length);
    return [...servers.slice(first), ...servers.slice(0, first)];
  }

  #note(server: string, { method = '', url = '' }: IncomingMessage): Passage {
    const passage = { server, method, path: url.split('?')[0] ?? '', status: null };
    this.passages.push(passage);
    return passage;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray().catch(() => []));
    for (const server of this.#inTurn()) {
      const passage = this.#note(server, incoming);
      const answer = await this.#ask(server, incoming, body).catch(() => null);
      passage.status = answer?.statusCode ?? null;
      if (answer?.statusCode === 503 || (answer === null && mayRepeat(incoming))) {
        answer?.resume();
        continue;
      }
      if (answer === null) break;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // The head alone tells a page that its stream is open.
      outgoing.flushHeaders();
      answer.on('error', () => outgoing.destroy());
      outgoing.on('close', () => answer.destroy());
      answer.pipe(outgoing);
      return;
    }
    outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
  }

  async #ask(server: string, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, url, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' };
    const sent = request(server + url, { method: method ?? 'GET', headers: forwarded, agent: false });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return answer as IncomingMessage;
  }

  async #upgrade(incoming: IncomingMessage, line: Duplex, head: Buffer): Promise<void> {
    line.on('error', () => {});
    for (const server of this.#inTurn()) {
      const passage = this.#note(server, incoming);
      const upstream = await this.#shakeHands(server, incoming, passage);
      if (upstream === null) continue;
      upstream.line.on('error', () => {});
      line.on('close', () => upstream.line.destroy());
      upstream.line.on('close', () => line.destroy());
      line.write(upstream.head);
      upstream.line.unshift(upstream.first);
      upstream.line.write(head);
      line.pipe(upstream.line).pipe(line);
      return;
    }
    line.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }

  /** The line to a server that has agreed to talk, or null: ask another one. */
  #shakeHands(
    server: string,
    { url, headers }: IncomingMessage,
    passage: Passage,
  ): Promise<{ line: Duplex; first: Buffer; head: string } | null> {
    const { promise, resolve } = Promise.withResolvers<{
      line: Duplex;
      first: Buffer;
      head: string;
    } | null>();
    const sent = request(server + url, { headers, agent: false });
    sent.on('upgrade', (answer, line, first) => {
      passage.status = 101;
      resolve({ line, first, head: headOf(answer) });
    });
    sent.on('response', (answer) => {
      passage.status = answer.statusCode ?? null;
      answer.resume();
      resolve(null);
    });
    sent.on('error', () => resolve(null));
    sent.end();
    return promise;
  }
}

/** Placing a call is the one thing that is not done twice with the same outcome. */
function mayRepeat({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' || url.startsWith('/webhooks/');
}

function headOf({ rawHeaders }: IncomingMessage): string {
  const lines: string[] = [];
  for (let n = 0; n < rawHeaders.length; n += 2) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`;
}
