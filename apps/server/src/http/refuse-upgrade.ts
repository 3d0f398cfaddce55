import type { Duplex } from 'node:stream';

/** Enough to read a refusal on a slow line. */
const lingerMs = 2_000;
/** Refused connections that may wait for their client at once; beyond that the oldest one is cut off. */
const mostLingering = 100;

const lingering = new Set<Duplex>();

/**
 * Answers a request for a websocket with a plain refusal. The answer closes our half of the connection only, so a client
 * that never closes its own would keep a file descriptor of ours for as long as it likes: it is cut off instead.
 */
export function refuseUpgrade(stream: Duplex, status: string): void {
  const cutOff = setTimeout(() => stream.destroy(), lingerMs).unref();
  stream.once('close', () => {
    clearTimeout(cutOff);
    lingering.delete(stream);
  });
  lingering.add(stream);
  // Nobody reads this connection any more, and the end of one that is not read is never noticed.
  stream.resume();
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const [oldest] = lingering;
  if (lingering.size <= mostLingering || oldest === undefined) return;
  // Forgotten at once: `close` comes in a later turn, and the next refusal must find another one.
  lingering.delete(oldest);
  oldest.destroy();
}
