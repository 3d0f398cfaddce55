import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface HttpRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Until the response begins. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Connection {
  /** The value of the Host header, which the signature covers. */
  readonly host: string;
  send(request: HttpRequest): Promise<IncomingMessage>;
  close(): void;
}

/**
 * One attempt at a time to an address; connections are kept for the next request. `lookup` says where a name may be; it
 * is not asked for literal addresses.
 */
export function connectTo(endpoint: string, lookup?: LookupFunction): Connection {
  const url = new URL(endpoint);
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = secure ? httpsRequest : httpRequest;
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || (secure ? 443 : 80),
    agent,
    ...(lookup && { lookup }),
  };
  return {
    host: url.host,
    send({ method, path, headers, body, timeoutMs, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const asked = request({
        ...target,
        method,
        path,
        signal,
        headers: {
          ...headers,
          // A compressed body would have another length than announced.
          'accept-encoding': 'identity',
          ...(body !== null && { 'content-length': body.length }),
        },
      });
      const timer = setTimeout(
        () => asked.destroy(new Error(`No response within ${timeoutMs / 1000} seconds.`)),
        timeoutMs,
      );
      asked.on('response', (response) => {
        clearTimeout(timer);
        resolve(response);
      });
      // Also after the response, where the reader of its body gets the error.
      asked.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      asked.end(body ?? undefined);
      return promise;
    },
    close: () => agent.destroy(),
  };
}
