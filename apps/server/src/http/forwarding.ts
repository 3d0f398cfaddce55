import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLoopbackUrl } from '../config/loopback.ts';
import type { Visitor } from '../ports/identity.ts';

/** Headers that reverse proxies, tunnels and content delivery networks add to requests. */
const forwardingHeader =
  /^(?:forwarded|via|x-(?:forwarded|real|original|client|cluster|envoy|proxy|amzn?|azure|appengine|cloud|vercel|ngrok)(?:-.*)?|true-client-ip|client-ip|cf-.*|cdn-.*|fastly-.*|fly-.*|akamai-.*|ngrok-.*|tailscale-.*)$/;

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => forwardingHeader.test(name));
}

export type ArrivedRequest = Pick<IncomingMessage, 'headers' | 'httpVersion'>;

/**
 * Whether a request that arrived over loopback was made on this machine: no proxy forwarded it, and host and origin are
 * loopback addresses. A request without a host is not local, nor one of HTTP/1.0: a proxy speaks it that names itself nowhere
 * and puts its own address in the place of the host.
 */
export function isLocalRequest({ headers, httpVersion }: ArrivedRequest): boolean {
  if (httpVersion === '1.0' || isForwarded(headers)) return false;
  if (!isLoopbackUrl(`http://${headers.host ?? ''}`)) return false;
  return headers.origin === undefined || isLoopbackUrl(headers.origin);
}

/** Looks at the request only when asked: almost no endpoint wants to know. */
export class RequestVisitor implements Visitor {
  readonly #request: ArrivedRequest;

  constructor(request: ArrivedRequest) {
    this.#request = request;
  }

  get local(): boolean {
    return isLocalRequest(this.#request);
  }
}

/** Warns once, at the first request that came through a proxy which TRUST_PROXY does not name. */
export function warnOfUnnamedProxy(app: FastifyInstance, trustProxy: boolean | string): void {
  if (trustProxy !== false) return;
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && isForwarded(request.headers)) {
      warned = true;
      request.log.warn(
        {},
        'request came through a proxy that TRUST_PROXY does not name; all people behind it share one limit on sign-ins',
      );
    }
    done();
  });
}
