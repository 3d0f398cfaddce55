import { WebSocket } from 'ws';
import {
  firstAddress,
  forgetPlainHost,
  isLoopback,
  plainAddress,
  proxyHeaders,
} from '../webhook/plain-loopback.ts';
import { sign } from '../webhook/signature.ts';

/** Why a socket could not be opened. */
export type SocketFailure = 'bad-url' | 'bad-scheme' | 'timeout' | 'refused' | 'tls' | 'handshake';

/** The URL is invalid, or the connection failed. */
export class SocketError extends Error {
  readonly failure: SocketFailure;
  constructor(failure: SocketFailure, message: string) {
    super(message);
    this.name = 'SocketError';
    this.failure = failure;
  }
}

const handshakeMs = 5_000;
/** The limit of one message in bytes: more than ten minutes of sound, which is the most that may wait. */
const longestMessage = 8_000_000;

/**
 * Opens a signed websocket to an application. The signature covers the URL exactly as in the TwiML. Twilio accepts wss://
 * only; the lab also accepts ws:// to loopback.
 */
export async function connectSocket(
  url: string,
  authToken: string,
  documentUrl: string | null = null,
  mostBytes = longestMessage,
): Promise<WebSocket> {
  const invalid = urlError(url);
  if (invalid) throw invalid;
  const signature = sign(authToken, url);
  try {
    return await open(firstAddress(url), url, signature, mostBytes).catch((error: Error) => {
      const plain = plainAddress(url, error, documentUrl);
      if (!plain) throw error;
      return open(plain, url, signature, mostBytes);
    });
  } catch (error) {
    forgetPlainHost(url);
    throw new SocketError(failureOf(error as Error), (error as Error).message);
  }
}

function open(url: string, written: string, signature: string, maxPayload: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: {
        'X-Twilio-Signature': signature,
        'User-Agent': 'TwilioProxy/1.1',
        ...proxyHeaders(written, url),
      },
      maxPayload,
      handshakeTimeout: handshakeMs,
      perMessageDeflate: false,
    });
    socket.once('open', () => {
      // A first message may arrive in one packet with the handshake, before the caller listens.
      socket.pause();
      setImmediate(() => socket.resume());
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

function urlError(url: string): SocketError | null {
  const wanted = 'is not a wss:// address (ws:// is for loopback)';
  if (!URL.canParse(url) || new URL(url).hash)
    return new SocketError('bad-url', `${url || 'an empty url'} ${wanted}`);
  const { protocol, hostname } = new URL(url);
  if (protocol === 'wss:') return null;
  return protocol === 'ws:' && isLoopback(hostname)
    ? null
    : new SocketError('bad-scheme', `${url} ${wanted}`);
}

function failureOf(error: Error & { code?: string }): SocketFailure {
  if (/handshake has timed out/.test(error.message) || error.code === 'ETIMEDOUT') return 'timeout';
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND') return 'refused';
  if (/SSL|TLS|certificate|CERT/i.test(`${error.code ?? ''} ${error.message}`)) return 'tls';
  return 'handshake';
}
