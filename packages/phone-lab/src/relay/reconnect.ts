import { setTimeout as wallSleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { connectSocket, SocketError } from '../socket/connect-socket.ts';
import { longestMessage } from './messages.ts';

/** Waits before each attempt, in real time: the application restarts in real time. */
const waitsMs = [100, 400, 1_000, 2_000, 4_000];

/** Opens a socket again that broke; null when it cannot be opened or `isUnwanted` returns true. */
export async function reconnect(
  url: string,
  authToken: string,
  documentUrl: string | null,
  isUnwanted: () => boolean,
): Promise<WebSocket | null> {
  for (const ms of waitsMs) {
    await wallSleep(ms, undefined, { ref: false });
    if (isUnwanted()) return null;
    try {
      return await connectSocket(url, authToken, documentUrl, longestMessage);
    } catch (error) {
      if (!(error instanceof SocketError)) throw error;
    }
  }
  return null;
}
