import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { CookieJar } from './cookies.ts';
import { firstAddress, forgetPlainHost, plainAddress, proxyHeaders } from './plain-loopback.ts';
import { type Params, sign, withoutFragment } from './signature.ts';
import type { Method } from './target.ts';

export interface AttemptInput {
  url: string;
  method: Method;
  params: Params;
  authToken: string;
  idempotencyToken: string;
  connectMs: number;
  readMs: number;
  /** Cookies of this call. */
  cookies?: CookieJar | undefined;
  /** A limit other than that of a document. */
  longestBody?: number | undefined;
}

export type AttemptResult =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer }
  | { ok: false; failure: 'ct' | 'rt'; detail: string };

/** Longer response bodies are cut, so that they do not fill the memory. */
const longestDocument = 1_048_576;

export function encodeForm(params: Params): string {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(key, one);
  }
  return form.toString();
}

/** Appends parameters to a URL without changing the rest: the signature covers the exact text. */
export function urlWithParams(url: string, params: Params): string {
  const bare = withoutFragment(url);
  const query = encodeForm(params);
  if (!query) return bare;
  return bare + (bare.includes('?') ? (/[?&]$/.test(bare) ? '' : '&') : '?') + query;
}

/** One signed request, no retries, no redirects. */
export function attempt(input: AttemptInput): Promise<AttemptResult> {
  const isPost = input.method === 'POST';
  const url = isPost ? withoutFragment(input.url) : urlWithParams(input.url, input.params);
  const body = isPost ? encodeForm(input.params) : '';
  const headers: Record<string, string> = {
    'User-Agent': 'TwilioProxy/1.1',
    Accept: '*/*',
    'X-Twilio-Signature': sign(input.authToken, url, isPost ? input.params : {}),
    'I-Twilio-Idempotency-Token': input.idempotencyToken,
  };
  if (isPost) {
    headers['Content-Type'] = 'application/x-www-form-urlencoded; charset=UTF-8';
    headers['Content-Length'] = String(Buffer.byteLength(body));
  }
  const cookie = input.cookies?.header(url);
  if (cookie) headers.Cookie = cookie;
  return sendRequest(firstAddress(url), { url, method: input.method, headers, body }, input);
}

interface Message {
  /** The address as given and signed, also where another one is requested. */
  url: string;
  method: Method;
  headers: Record<string, string>;
  body: string;
}

function sendRequest(url: string, message: Message, limits: AttemptInput): Promise<AttemptResult> {
  const { method, body } = message;
  const headers = { ...message.headers, ...proxyHeaders(message.url, url) };
  const { longestBody = longestDocument } = limits;
  return new Promise((resolve) => {
    let connected = false;
    let settled = false;
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const settle = (result: AttemptResult | Promise<AttemptResult>) => {
      settled = true;
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (failure: 'ct' | 'rt', detail: string) => {
      settle({ ok: false, failure, detail });
      request.destroy();
    };
    const request = send(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= longestBody) chunks.push(chunk);
      });
      response.on('end', () => {
        const flat: Record<string, string> = {};
        for (const [name, value] of Object.entries(response.headers)) flat[name] = String(value);
        limits.cookies?.keep(message.url, response.headers['set-cookie'] ?? []);
        settle({ ok: true, status: response.statusCode ?? 0, headers: flat, body: Buffer.concat(chunks) });
      });
      response.on('error', (error) => fail('rt', error.message));
    });
    let timer = setTimeout(() => fail('ct', 'connection timed out'), limits.connectMs);
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(() => fail('rt', 'no answer in time'), limits.readMs);
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Destroying a request after a time-out raises an error too; it is not sent again for that.
      const plain = settled ? null : plainAddress(url, error);
      if (plain) return settle(sendRequest(plain, message, limits));
      forgetPlainHost(url);
      fail(connected ? 'rt' : 'ct', error.code ?? error.message);
    });
    request.end(body);
  });
}
