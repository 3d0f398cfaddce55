import { createPause } from './pause.ts';

export interface OpenedStream {
  /** Settles when the stream is over, however it ended. */
  ended: Promise<void>;
  /** After this long the server ends it; 0 when that is not known. */
  lifetimeMs: number;
  /** For so long before it opened nothing has happened; 0 when that is not known. */
  quietMs: number;
}

export interface StreamKeeperOptions {
  /** Resolves as soon as the server has begun to answer. */
  open: (signal: AbortSignal) => Promise<OpenedStream>;
  /** The stream is there after a time without one: events may have been missed. */
  onConnected: (stream: { quietMs: number }) => void;
  onAway: () => void;
  random?: () => number;
}

export interface StreamKeeper {
  /** Tries at once instead of waiting, for when the network comes back. */
  wake(): void;
  stop(): void;
}

const openTimeoutMs = 10_000;
/** What was sent on the old stream just before the new one opened may still be on its way. */
const overlapMs = 1_000;
/** A stream that lasted this long was a good one; the next try need not wait. */
const goodMs = 5_000;
const longestWaitMs = 30_000;

export function waitBefore(attempt: number, random: () => number): number {
  if (attempt === 0) return 0;
  return Math.min(longestWaitMs, 500 * 2 ** (attempt - 1)) * (0.5 + random() / 2);
}

export function renewAfter(lifetimeMs: number): number {
  return lifetimeMs > 0 ? lifetimeMs * 0.8 : Number.POSITIVE_INFINITY;
}

/** Keeps one stream open: the next one is there before the old one ends, and a lost one is opened again. */
export function keepStream(options: StreamKeeperOptions): StreamKeeper {
  const { open, onConnected, onAway, random = Math.random } = options;
  const stopping = new AbortController();
  const pause = createPause(stopping.signal);

  interface Held extends OpenedStream {
    close: () => void;
  }

  async function openOne(): Promise<Held> {
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

  /** Hands over from stream to stream until one ends with no other in its place. */
  async function hold(first: Held): Promise<void> {
    let current = first;
    while (!stopping.signal.aborted) {
      const renewal = pause.for(renewAfter(current.lifetimeMs));
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
      await pause.for(waitBefore(attempt, random)).done;
      if (stopping.signal.aborted) return;
      attempt += 1;
      const stream = await openOne().catch(() => null);
      if (stream === null) continue;
      const openedAt = performance.now();
      onConnected(stream);
      await hold(stream);
      if (stopping.signal.aborted) return;
      onAway();
      if (performance.now() - openedAt >= goodMs) attempt = 0;
    }
  }

  void run();
  return {
    wake: pause.wake,
    stop: () => stopping.abort(),
  };
}
