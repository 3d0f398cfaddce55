import { Interrupted } from '../clock.ts';
import { newSid } from '../ids.ts';
import { connectSocket, SocketError } from '../socket/connect-socket.ts';
import { scheduleCut } from '../socket/cut-fault.ts';
import type { Connector } from '../twiml/connector.ts';
import { readAttributes } from './attributes.ts';
import { longestMessage } from './messages.ts';
import { RelaySession, type SessionEnd } from './session.ts';

/** `<Connect><ConversationRelay>`: runs until the session is over, then returns its outcome. */
export const conversationRelay: Connector = async (noun, { call, signal, documentUrl }) => {
  const attributes = readAttributes(noun, documentUrl);
  const { account } = call.carrier;
  // Twilio ignores Record=true here without a warning; `<Start><Recording>` works.
  call.recordings.drop('OutboundAPI');
  const startedAt = call.labMs();
  let session: RelaySession;
  try {
    const socket = await connectSocket(attributes.url, account.authToken, documentUrl, longestMessage);
    if (signal.aborted) {
      socket.close(1000, 'Closing websocket session');
      throw new Interrupted();
    }
    session = new RelaySession(call, attributes, socket);
  } catch (error) {
    if (!(error instanceof SocketError)) throw error;
    const message = `Unable to connect to the websocket: ${error.message}`;
    call.problem('error', 64102, message);
    const seconds = Math.round((call.labMs() - startedAt) / 1000);
    return {
      SessionId: newSid('VX'),
      SessionStatus: 'failed',
      SessionDuration: String(seconds),
      ErrorCode: '39001',
      ErrorMessage: message,
    };
  }
  const onAbort = () => session.close();
  signal.addEventListener('abort', onAbort, { once: true });
  scheduleCut(call, () => session.cut(), session.over);
  call.recordings.setRelay(true);
  session.start();
  const end = await session.over;
  call.recordings.setRelay(false);
  signal.removeEventListener('abort', onAbort);
  return { SessionId: session.sid, SessionDuration: String(session.seconds), ...outcome(end) };
};

function outcome(end: SessionEnd): Record<string, string> {
  switch (end.status) {
    case 'ended':
      return {
        SessionStatus: 'ended',
        ...(end.handoffData === null ? {} : { HandoffData: end.handoffData }),
      };
    case 'failed':
      return { SessionStatus: 'failed', ErrorCode: String(end.code), ErrorMessage: end.message };
    case 'completed':
      return { SessionStatus: 'completed' };
  }
}
