import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate.ts';

export interface TlsProxy extends AsyncDisposable {
  /** Its address: `https://127.0.0.1:…`. */
  readonly url: string;
  readonly port: number;
}

export interface TlsProxyOptions {
  readonly certificate: Certificate;
  /** `http://127.0.0.1:…` of the server behind it; several take turns. */
  readonly behind: readonly string[];
  /** Writes the target another way, as a careless proxy does. */
  readonly rewrite?: (target: string) => string;
  /** Refuses sockets, as a proxy does that was not told of them. */
  readonly withoutSockets?: boolean;
}

/** A reverse proxy with TLS in front of servers on loopback. */
export async function startTlsProxy(options: TlsProxyOptions): Promise<TlsProxy> {
  const { certificate, behind, rewrite = (target) => target, withoutSockets = false } = options;
  let turn = 0;
  const next = () => new URL(behind[turn++ % behind.length] ?? '');
  const open = new Set<Duplex>();
  const server = createServer(certificate, (request: IncomingMessage, response: ServerResponse) => {
    const { hostname, port } = next();
    const passed = httpRequest(
      { hostname, port, method: request.method, path: rewrite(request.url ?? '/'), headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.writeHead(502).end());
    request.pipe(passed);
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    if (withoutSockets) {
      stream.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const { hostname, port } = next();
    const passed: Socket = connect(Number(port), hostname, () => {
      const lines = [`${request.method} ${rewrite(request.url ?? '/')} HTTP/1.1`];
      for (let index = 0; index < request.rawHeaders.length; index += 2)
        lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
      passed.write(`${lines.join('\r\n')}\r\n\r\n`);
      passed.write(head);
      stream.pipe(passed).pipe(stream);
    });
    passed.on('error', () => stream.destroy());
    stream.on('close', () => passed.destroy());
  });
  server.on('tlsClientError', () => {});
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
