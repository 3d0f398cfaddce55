import { setTimeout as delay } from 'node:timers/promises';

/** How long an answer is good for: whoever asks more often gets the same, and costs the database nothing. */
const goodForMs = 5_000;
const badForMs = 1_000;
/** A probe that takes longer has failed. */
const patienceMs = 3_000;

/** Able to take calls: the database stores what it is given, and nobody asked us to stop. */
export function createReadiness(
  writeProbe: () => Promise<void>,
  stopping: () => boolean,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known = { isReady: false, until: Number.NEGATIVE_INFINITY };
  let asking: Promise<boolean> | null = null;

  const ask = async () => {
    const isReady = await probe(writeProbe);
    known = { isReady, until: now() + (isReady ? goodForMs : badForMs) };
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
  const late = delay(patienceMs, false, { signal: over.signal, ref: false }).catch(() => false);
  const written = writeProbe().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([written, late]);
  over.abort();
  return isReady;
}
