import type { Duplex } from 'node:stream';

/** Enough to read a refusal over a slow network. */
const lingerMs = 2_000;
/** Refused connections that may wait for their client to close; beyond that the oldest one is destroyed. */
const mostLingering = 100;

const lingering = new Set<Duplex>();

/**
 * Answers a request for a websocket with a plain refusal. The answer closes our half of the connection only, so a client
 * that never closes its own would keep a file descriptor of ours: it is destroyed instead.
 */
export function refuseUpgrade(stream: Duplex, status: string): void {
  const destroyLater = setTimeout(() => stream.destroy(), lingerMs).unref();
  stream.once('close', () => {
    clearTimeout(destroyLater);
    lingering.delete(stream);
  });
  lingering.add(stream);
  // A socket that is not read never reports its end.
  stream.resume();
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const [oldest] = lingering;
  if (lingering.size <= mostLingering || oldest === undefined) return;
  // Removed here and not only on `close`, which is emitted later: the next refusal would pick the same connection
  // again.
  lingering.delete(oldest);
  oldest.destroy();
}
