import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ModelFailure } from '../../ports/language-model.ts';
import { LineQueue } from './line-queue.ts';

export interface ModelAddress {
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

/** Asks once. What comes back are lines, as many at a time as have arrived; an abort ends them without an error. */
export type Ask = (body: string, signal: AbortSignal) => AsyncIterable<readonly string[]>;

/** Connections to one model server, kept open between turns. */
export function openLine({ baseUrl, apiKey }: ModelAddress): Ask {
  const url = new URL(`${(baseUrl ?? '').replace(/\/+$/, '')}/chat/completions`);
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = secure ? httpsRequest : httpRequest;
  // Taken apart once, and not for every turn.
  const target = { ...urlToHttpOptions(url), method: 'POST', agent };
  return (body, signal) => {
    const queue = new LineQueue();
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Accept: 'text/event-stream',
      ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
    };
    const send = (): ClientRequest => {
      const asked = request({ ...target, headers });
      asked.on('response', (answer) => hear(answer, queue));
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed a kept connection just when it was used again: it has not seen this request.
        if (asked.reusedSocket && error.code === 'ECONNRESET' && !queue.begun && !signal.aborted)
          current = send();
        else queue.fail(new ModelFailure('unreachable', "The model's server cannot be reached.", error));
      });
      asked.end(body);
      return asked;
    };
    let current = send();
    const stop = () => {
      current.destroy();
      queue.end();
    };
    signal.addEventListener('abort', stop, { once: true });
    queue.onLeave = () => {
      signal.removeEventListener('abort', stop);
      // Half an answer is of no use to the next one on this connection.
      if (!queue.complete) current.destroy();
    };
    return queue;
  };
}

function hear(answer: IncomingMessage, queue: LineQueue): void {
  const { statusCode = 0 } = answer;
  queue.begun = true;
  if (statusCode < 200 || statusCode > 299) {
    answer.resume();
    queue.fail(refusal(statusCode));
    return;
  }
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => queue.add(text));
  answer.on('end', () => queue.end());
  answer.on('error', (error) =>
    queue.fail(new ModelFailure('unreachable', "The connection to the model's server broke.", error)),
  );
}

function refusal(status: number): ModelFailure {
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    return new ModelFailure('busy', `The model's server answered ${status}.`);
  }
  return status >= 400
    ? new ModelFailure('refused', `The model's server refused with ${status}.`)
    : new ModelFailure('unusable', 'The model sent an answer that cannot be read.');
}
