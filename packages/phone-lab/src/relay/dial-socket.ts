import { WebSocket } from 'ws';
import { sign } from '../webhook/signature.ts';

/** The URL cannot be used, or nobody answered there. */
export class SocketError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SocketError';
  }
}

const handshakeMs = 5_000;

/**
 * Opens a signed websocket to an application. The signature covers the URL exactly as the TwiML has it. Real Twilio takes
 * wss:// only; plain ws:// is let through to this machine, where there is nobody to listen in.
 */
export function dialSocket(url: string, authToken: string): Promise<WebSocket> {
  if (!isAllowed(url))
    return Promise.reject(
      new SocketError(`${url || 'an empty url'} is not a wss:// address (ws:// is for loopback)`),
    );
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { 'X-Twilio-Signature': sign(authToken, url), 'User-Agent': 'TwilioProxy/1.1' },
      handshakeTimeout: handshakeMs,
      perMessageDeflate: false,
    });
    socket.once('open', () => resolve(socket));
    socket.once('error', (error) => reject(new SocketError(error.message)));
  });
}

function isAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, hash } = new URL(url);
  if (hash) return false;
  if (protocol === 'wss:') return true;
  return protocol === 'ws:' && (hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname));
}
