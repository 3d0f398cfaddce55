import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { type HostGuard, HostRefused } from '../../lib/host-guard.ts';
import { ModelFailure } from '../../ports/language-model.ts';
import { refusalReasonOf } from '../../ports/model-refusal.ts';
import type { ReplyStream } from './reply-stream.ts';

export interface ModelAddress {
  readonly baseUrl: string | null;
  /** Asked for each request, because it may be replaced meanwhile. */
  readonly key: () => string | null;
  /** Null where the address comes from whoever runs the deployment. */
  readonly guard?: HostGuard | null;
}

/** Sends one request. The response goes into `answer`; an abort ends it without an error. */
export type SendRequest = (body: string, signal: AbortSignal, answer: ReplyStream) => void;

/** Connections to one model server, kept open between turns. */
export function connectToModel({ baseUrl, key, guard = null }: ModelAddress): SendRequest {
  const url = new URL(`${(baseUrl ?? '').replace(/\/+$/, '')}/chat/completions`);
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const hostRefusal = guard?.refusalOf(url) ?? null;
  const port = Number(url.port || (secure ? 443 : 80));
  const request = secure ? httpsRequest : httpRequest;
  // Parsed once, not for every turn.
  const lookup = guard && { lookup: guard.lookupFor(port) };
  const target = { ...urlToHttpOptions(url), method: 'POST', agent, ...lookup };
  return (body, signal, answer) => {
    if (hostRefusal !== null) {
      answer.fail(notAllowed(new HostRefused(hostRefusal)));
      return;
    }
    const apiKey = key();
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Accept: 'text/event-stream',
      ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
    };
    let answered = false;
    const send = (): ClientRequest => {
      const asked = request({ ...target, headers });
      asked.on('response', (response) => {
        answered = true;
        readResponse(response, answer);
      });
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just when it was reused: it has not seen this request.
        if (asked.reusedSocket && error.code === 'ECONNRESET' && !answered && !signal.aborted)
          current = send();
        else if (error instanceof HostRefused) answer.fail(notAllowed(error));
        else answer.fail(new ModelFailure('unreachable', "The model's server cannot be reached.", error));
      });
      asked.end(body);
      return asked;
    };
    let current = send();
    const stop = () => {
      answer.cancel();
      current.destroy();
    };
    signal.addEventListener('abort', stop, { once: true });
    answer.onFinished = (complete) => {
      signal.removeEventListener('abort', stop);
      // The rest of this answer would precede the next one on the connection.
      if (!complete) current.destroy();
    };
  };
}

/** Trying again changes nothing, unless it is only the name that cannot be resolved at this moment. */
function notAllowed(error: HostRefused): ModelFailure {
  const kind = error.refusal === 'unresolved' ? 'unreachable' : 'refused';
  return new ModelFailure(kind, "The model's server must not be connected to.", error);
}

function readResponse(response: IncomingMessage, answer: ReplyStream): void {
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) {
    readRefusal(response, (body) => answer.fail(refusal(statusCode, body)));
    return;
  }
  response.setEncoding('utf8');
  response.on('data', (text: string) => answer.add(text));
  response.on('end', () => answer.end());
  response.on('error', (error) =>
    answer.fail(new ModelFailure('unreachable', "The connection to the model's server broke.", error)),
  );
}

const longestRefusal = 16 * 1024;
const refusalMs = 1_000;

/** Its beginning, as far as it comes soon: it tells the reason, and a call is waiting. */
function readRefusal(response: IncomingMessage, done: (body: string) => void): void {
  let body = '';
  const finish = () => {
    clearTimeout(late);
    done(body);
  };
  const late = setTimeout(finish, refusalMs);
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    body = (body + text).slice(0, longestRefusal);
  });
  response.on('end', finish);
  response.on('error', finish);
}

function refusal(status: number, body: string): ModelFailure {
  const reason = refusalReasonOf(status, body);
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return new ModelFailure('busy', `The model's server answered ${status}.`, null, reason);
  }
  return status >= 400
    ? new ModelFailure('refused', `The model's server refused with ${status}.`, null, reason)
    : new ModelFailure('unusable', 'The model sent an answer that cannot be read.');
}
