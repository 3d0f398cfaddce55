import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { interceptFrames } from './frame-interceptor.ts';
import { maskedFrame } from './masked-frame.ts';
import { textFrame } from './text-frame.ts';

/**
 * The one place where audio frames pass beside `ws`. It relies on what `ws` 8 does and does not promise:
 * - it reads from exactly one `data` listener on the stream, which takes a Buffer, with the stream as `this`;
 * - it removes that listener after a protocol error and reports the error as `error` on the socket;
 * - without compression it writes each frame completely and at once, so ours can stand between two of its own.
 * `audio-fast-path.test.ts` fails when one of these changes. Where `ws` has not exactly one listener, nothing is
 * intercepted and everything arrives as `message`: slower, not wrong.
 *
 * Why: a call is a hundred frames a second, and CPU per call decides how many a core carries. The fast path, sparser
 * marks and playback accounts kept in place brought a stream from 1.42 to 1.23 times the CPU of the thinnest relay, and
 * from 3.09 to 1.27 times its p99 (docs/performance.md, docs/decisions/010).
 *
 * To measure `ws` by its public interface alone, set this to false.
 */
const enabledByDefault = true;

export interface AudioFastPathOptions {
  /** Our end of the connection: a client masks its frames. */
  readonly role: 'server' | 'client';
  /**
   * Offered each text message that arrives whole in one frame, read as ASCII. False leaves it to `ws`, which delivers it
   * as `message`. Left out: nothing is intercepted.
   */
  readonly receive?: (text: string) => boolean;
  readonly enabled?: boolean;
}

/**
 * Call it once, on a socket that has just opened, without compression. Returns how to send a text message; a client may
 * send only ASCII with it.
 */
export function audioFastPath(
  socket: WebSocket,
  stream: Duplex,
  { role, receive, enabled = enabledByDefault }: AudioFastPathOptions,
): (text: string) => void {
  if (!enabled) return (text) => socket.send(text);
  if (receive) interceptFrames(socket, stream, { masked: role === 'server', take: receive });
  const frame = role === 'server' ? textFrame : maskedFrame;
  return (text) => void stream.write(frame(text));
}
