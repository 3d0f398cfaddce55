import { setTimeout as delay } from 'node:timers/promises';

/** How long a result is cached, so that frequent requests do not load the database. */
const readyCacheMs = 5_000;
const notReadyCacheMs = 1_000;
/** A probe that takes longer has failed. */
const probeTimeoutMs = 3_000;

/** Able to take calls: the database stores data and the server is not stopping. */
export function createReadiness(
  writeProbe: () => Promise<void>,
  stopping: () => boolean,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known = { isReady: false, until: Number.NEGATIVE_INFINITY };
  let asking: Promise<boolean> | null = null;

  const ask = async () => {
    const isReady = await probe(writeProbe);
    known = { isReady, until: now() + (isReady ? readyCacheMs : notReadyCacheMs) };
    asking = null;
    return isReady;
  };

  return async () => {
    if (stopping()) return false;
    if (now() < known.until) return known.isReady;
    asking ??= ask();
    return asking;
  };
}

async function probe(writeProbe: () => Promise<void>): Promise<boolean> {
  const over = new AbortController();
  const late = delay(probeTimeoutMs, false, { signal: over.signal, ref: false }).catch(() => false);
  const written = writeProbe().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([written, late]);
  over.abort();
  return isReady;
}
