import type { Leg } from '../call/leg.ts';
import { newSid } from '../ids.ts';
import { connectSocket, SocketError, type SocketFailure } from '../socket/connect-socket.ts';
import { scheduleCut } from '../socket/cut-fault.ts';
import { sendStreamCallback } from './callbacks.ts';
import { StreamSession } from './session.ts';
import type { StreamSettings } from './settings.ts';

const codes: Record<SocketFailure, number> = {
  timeout: 31901,
  refused: 31901,
  tls: 31910,
  handshake: 31920,
  'bad-scheme': 31922,
  'bad-url': 31923,
};

/** Connects to the application and starts the stream; null when that fails, with an error in the ledger. */
export async function openStream(
  call: Leg,
  asked: StreamSettings,
  isBidirectional: boolean,
  sid = newSid('MZ'),
): Promise<StreamSession | null> {
  const settings = withoutQuery(call, asked);
  try {
    const { url, documentUrl } = settings;
    const socket = await connectSocket(url, call.carrier.account.authToken, documentUrl);
    if (call.ended) {
      socket.close(1000);
      return null;
    }
    const session = new StreamSession({ sid, call, settings, socket, isBidirectional });
    call.streams.add(session);
    void session.over.then(() => call.streams.delete(session));
    session.start();
    scheduleCut(call, () => session.cut(), session.over);
    return session;
  } catch (error) {
    if (!(error instanceof SocketError)) throw error;
    const code = codes[error.failure];
    call.problem('error', code, `Stream could not connect: ${error.message}`);
    sendStreamCallback(call, sid, settings, 'stream-error', String(code));
    return null;
  }
}

/** Twilio removes the query string of a stream address before it signs and connects. */
function withoutQuery(call: Leg, settings: StreamSettings): StreamSettings {
  const at = settings.url.indexOf('?');
  if (at < 0) return settings;
  call.problem(
    'warning',
    31923,
    'Stream: the url has a query string, which is not sent. Use <Parameter> instead.',
  );
  return { ...settings, url: settings.url.slice(0, at) };
}
