import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLoopbackUrl, unnamedProxySentence } from '../config/loopback.ts';

/** What reverse proxies, tunnels and content networks put on a request that they pass on. */
const forwardingHeader =
  /^(?:forwarded|via|x-(?:forwarded|real|original|client|cluster|envoy|proxy|amzn?|azure|appengine|cloud|vercel|ngrok)(?:-.*)?|true-client-ip|client-ip|cf-.*|cdn-.*|fastly-.*|fly-.*|akamai-.*|ngrok-.*|tailscale-.*)$/;

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => forwardingHeader.test(name));
}

/**
 * Whether a request that reached us over loopback was made on this machine: nothing has passed it on, and the address
 * that the browser believes to be talking to is this machine's. What does not say is not local.
 */
export function isLocalRequest(headers: IncomingHttpHeaders): boolean {
  if (isForwarded(headers)) return false;
  if (!isLoopbackUrl(`http://${headers.host ?? ''}`)) return false;
  return headers.origin === undefined || isLoopbackUrl(headers.origin);
}

/** A proxy that nobody has named: told once, when the first request comes through it. */
export function noticeProxy(app: FastifyInstance, trustProxy: boolean | string): void {
  if (trustProxy !== false) return;
  let noticed = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!noticed && isForwarded(request.headers)) {
      noticed = true;
      request.log.warn({}, `a request came through a proxy: ${unnamedProxySentence}`);
    }
    done();
  });
}
