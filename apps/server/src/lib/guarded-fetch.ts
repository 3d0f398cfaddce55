import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { type HostGuard, HostRefused } from './host-guard.ts';

/** What is sent with `guardedFetch`: a part of what `fetch` takes. */
export interface GuardedRequest {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  readonly signal?: AbortSignal | null;
  /** Before it, nothing of the request has left this machine. */
  readonly onConnected?: () => void;
}

export type GuardedFetch = (url: string | URL, request?: GuardedRequest) => Promise<Response>;

/**
 * A fetch that connects only where the guard allows it. A redirect is the answer; nothing follows it. Connections are its
 * own: those of the process would be found by name, whoever had them opened.
 */
export function guardedFetch(guard: HostGuard, { keepAlive = false } = {}): GuardedFetch {
  const agents = { http: new HttpAgent({ keepAlive }), https: new HttpsAgent({ keepAlive }) };
  return async (address, { method = 'GET', headers, body = null, signal = null, onConnected } = {}) => {
    const url = new URL(address);
    const refusal = guard.refusalOf(url);
    if (refusal !== null) throw failed(new HostRefused(refusal));
    signal?.throwIfAborted();
    const secure = url.protocol === 'https:';
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = (secure ? httpsRequest : httpRequest)(url, {
      method,
      agent: secure ? agents.https : agents.http,
      headers: Object.fromEntries(new Headers(headers ?? {})),
      lookup: guard.lookupFor(port),
      ...(signal && { signal }),
    });
    if (onConnected)
      sent.on('socket', (socket) => {
        if (sent.reusedSocket) onConnected();
        else socket.once(secure ? 'secureConnect' : 'connect', onConnected);
      });
    sent.on('response', (response) => {
      const { statusCode: status = 0, headersDistinct } = response;
      if (status < 200 || status > 599) {
        sent.destroy();
        reject(failed(new Error(`status ${status}`)));
        return;
      }
      const received = new Headers(
        Object.entries(headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        ),
      );
      const isEmpty = status === 204 || status === 205 || status === 304;
      if (isEmpty) response.resume();
      const stream = isEmpty ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
      resolve(new Response(stream, { status, headers: received }));
    });
    sent.on('error', (error) => reject(signal?.aborted ? signal.reason : failed(error)));
    sent.end(body ?? undefined);
    return promise;
  };
}

/** As `fetch` reports that there was no answer. */
function failed(cause: Error): TypeError {
  return new TypeError('fetch failed', { cause });
}
