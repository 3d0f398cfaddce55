/** Yields what the source yields, until the signal aborts; also while the source is silent. */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // Without a reader at this moment it would count as unhandled.
  aborted.catch(() => {});
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const iterator = source[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([aborted, iterator.next()]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Releases a source that is not read to its end, without waiting for it. */
export function discard(source: AsyncIterable<unknown>): void {
  if ('destroy' in source && typeof source.destroy === 'function') {
    // A reader that is gone must not turn the end of the stream into an uncaught error.
    if ('on' in source && typeof source.on === 'function') source.on('error', () => {});
    source.destroy();
    return;
  }
  const ended = source[Symbol.asyncIterator]().return?.();
  ended?.catch(() => {});
}
