import { cancellableDelays } from './cancellable-delays.ts';

export interface OpenedStream {
  /** Settles when the stream has ended, for whatever reason. */
  ended: Promise<void>;
  /** When the server ends it; 0 when that is not known. */
  lifetimeMs: number;
  /** How long before it opened nothing had changed; 0 when that is not known. */
  quietMs: number;
}

export interface ReconnectingStreamOptions {
  /** Resolves when the response has begun. */
  open: (signal: AbortSignal) => Promise<OpenedStream>;
  /** The stream is open after a time without one: events may have been missed. */
  onConnected: (stream: { quietMs: number }) => void;
  onDisconnected: () => void;
  random?: () => number;
}

export interface ReconnectingStream {
  /** Connects at once instead of waiting, for when the network is back. */
  reconnectNow(): void;
  stop(): void;
}

const openTimeoutMs = 10_000;
/** Events sent on the old stream just before the new one opened may still be in transit. */
const overlapMs = 1_000;
/** After a stream that lasted this long, the next one is opened without a delay. */
const stableMs = 5_000;
const longestDelayMs = 30_000;

export function reconnectDelay(attempt: number, random: () => number): number {
  if (attempt === 0) return 0;
  return Math.min(longestDelayMs, 500 * 2 ** (attempt - 1)) * (0.5 + random() / 2);
}

export function renewalDelay(lifetimeMs: number): number {
  return lifetimeMs > 0 ? lifetimeMs * 0.8 : Number.POSITIVE_INFINITY;
}

/** Keeps one stream open: renews it before it expires, and opens a lost one again. */
export function openReconnectingStream(options: ReconnectingStreamOptions): ReconnectingStream {
  const { open, onConnected, onDisconnected, random = Math.random } = options;
  const stopping = new AbortController();
  const delays = cancellableDelays(stopping.signal);

  interface CloseableStream extends OpenedStream {
    close: () => void;
  }

  async function openOne(): Promise<CloseableStream> {
    const closing = new AbortController();
    const close = () => closing.abort();
    const late = setTimeout(close, openTimeoutMs);
    try {
      const stream = await open(AbortSignal.any([stopping.signal, closing.signal]));
      return { ...stream, ended: stream.ended.catch(() => {}), close };
    } finally {
      clearTimeout(late);
    }
  }

  /** Renews the stream until one ends without a successor. */
  async function renewUntilEnded(first: CloseableStream): Promise<void> {
    let current = first;
    while (!stopping.signal.aborted) {
      const renewal = delays.for(renewalDelay(current.lifetimeMs));
      const outcome = await Promise.race([
        current.ended.then(() => 'ended'),
        renewal.done.then(() => 'renew'),
      ]);
      renewal.cancel();
      if (outcome === 'ended' || stopping.signal.aborted) return;
      const next = await openOne().catch(() => null);
      if (next === null) return current.ended;
      setTimeout(current.close, overlapMs);
      current = next;
    }
  }

  async function run(): Promise<void> {
    let attempt = 0;
    while (!stopping.signal.aborted) {
      await delays.for(reconnectDelay(attempt, random)).done;
      if (stopping.signal.aborted) return;
      attempt += 1;
      const stream = await openOne().catch(() => null);
      if (stream === null) continue;
      const openedAt = performance.now();
      onConnected(stream);
      await renewUntilEnded(stream);
      if (stopping.signal.aborted) return;
      onDisconnected();
      if (performance.now() - openedAt >= stableMs) attempt = 0;
    }
  }

  void run();
  return {
    reconnectNow: delays.endAll,
    stop: () => stopping.abort(),
  };
}
