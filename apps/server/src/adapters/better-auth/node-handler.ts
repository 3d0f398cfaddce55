import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@parley/contract';
import type { AppError } from '../../errors.ts';
import type { Log } from '../../ports/log.ts';
import type { AuthRequestHandler } from './auth-requests.ts';
import { refusal } from './responses.ts';

const discardedBytesMax = 16 * limits.bodyBytesMax;

/** What to tell people while the database is away; null while it is there. */
export type Outage = () => Promise<AppError | null>;

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Puts the front door on a plain Node server. Never throws: there is nobody left above to answer. The library hides why
 * it failed, so after a failure `outage` is asked whether its database is away.
 */
export function toNodeHandler(knock: AuthRequestHandler, outage: Outage, log: Log): NodeHandler {
  const failed = async () => {
    const away = await outage();
    return away ? refusal(away.code, away.message, away.retryAfterSeconds) : refusal('internal');
  };
  return async (request, response) => {
    try {
      const answer = await knock({
        method: request.method ?? 'GET',
        path: (request.url ?? '/').split('?', 1)[0] ?? '/',
        headers: headersOf(request),
        body: await readBody(request),
      });
      // What was not read stands in the way of the next request on this connection.
      if (!request.complete) response.setHeader('connection', 'close');
      await send(response, answer.status >= 500 ? await failed() : answer);
    } catch (error) {
      // A visitor who hangs up in the middle of a request has nothing to be told.
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
    // Read on for a while and throw it away: a client that is still sending does not listen for an answer.
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
