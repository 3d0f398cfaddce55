import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@parley/contract';
import type { AppError } from '../../errors.ts';
import type { Log } from '../../ports/log.ts';
import type { AuthRequestHandler } from './auth-requests.ts';
import { refusal } from './error-responses.ts';

const discardedBytesMax = 16 * limits.bodyBytesMax;

/** The error to answer with while the database is unavailable; null otherwise. */
export type Outage = () => Promise<AppError | null>;

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Handles requests of a plain Node server. Never throws, because nothing above it would answer. The library hides why it
 * failed, so after a failure `outage` tells whether the database is unavailable.
 */
export function toNodeHandler(handle: AuthRequestHandler, outage: Outage, log: Log): NodeHandler {
  const failed = async () => {
    const error = await outage();
    return error ? refusal(error.code, error.message, error.retryAfterSeconds) : refusal('internal');
  };
  return async (request, response) => {
    try {
      const answer = await handle({
        method: request.method ?? 'GET',
        path: (request.url ?? '/').split('?', 1)[0] ?? '/',
        headers: headersOf(request),
        body: await readBody(request),
      });
      // Unread bytes would be parsed as the next request on this connection.
      if (!request.complete) response.setHeader('connection', 'close');
      await send(response, answer.status >= 500 ? await failed() : answer);
    } catch (error) {
      // The client disconnected in the middle of the request.
      if (request.destroyed && !request.complete) return;
      log.error(
        { why: error instanceof Error ? error.message : String(error) },
        'identity: request failed with an internal error',
      );
      if (!response.headersSent) await send(response, await failed());
    }
  };
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length']) > limits.bodyBytesMax) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limits.bodyBytesMax) chunks.push(chunk);
    // Read and discarded up to a limit: a client that is still sending does not read the response.
    else if (size > discardedBytesMax) request.destroy();
  }
  return size > limits.bodyBytesMax ? null : Buffer.concat(chunks).toString('utf8');
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  response.statusCode = answer.status;
  response.end(await answer.text());
}
