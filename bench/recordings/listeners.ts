import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../report.ts';
import { atMost } from '../voice/figures.ts';
import type { ServerUnderTest } from '../voice/server-under-test.ts';
import { type Desk, largeParts, type Parts, smallParts } from './desk.ts';

export interface Listeners {
  /** How many parts they have fetched. */
  readonly fetched: number;
  /** Resolves when none fetches any more; rejects where a part was missing. */
  stop(): Promise<void>;
}

/**
 * People who listen at once, each of whom fetches the next part of the sound when the one before has been heard. They are in
 * the midst of it, each at another place of a part.
 */
export function startListeners(
  desk: Desk,
  address: string,
  count: number,
  parts: Parts = largeParts,
): Listeners {
  const over = new AbortController();
  const began = performance.now();
  let fetched = 0;
  async function listen(listener: number): Promise<void> {
    let at = began + (parts.milliseconds * listener) / count;
    for (let from = 0; !over.signal.aborted; from += parts.bytes, at += parts.milliseconds) {
      await delay(Math.max(0, at - performance.now()), undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      await desk.part(address, from, parts.bytes);
      fetched += 1;
    }
  }
  const all = Promise.all(Array.from({ length: count }, (_, listener) => listen(listener)));
  // A part that is missing is told by `stop`.
  all.catch(() => over.abort());
  return {
    get fetched() {
      return fetched;
    },
    async stop() {
      over.abort();
      await all;
    },
  };
}

/** The share of a processor that listeners take where there are no calls. */
export async function measureListeners(
  server: ServerUnderTest,
  desk: Desk,
  callId: string,
  { listeners: count, listenMs }: { readonly listeners: number; readonly listenMs: number },
  parts: Parts,
): Promise<Figure> {
  const address = await desk.addressOf(callId);
  const began = performance.now();
  const before = server.cpuMs();
  const listeners = startListeners(desk, address, count, parts);
  await delay(listenMs);
  await listeners.stop();
  const share = (server.cpuMs() - before) / (performance.now() - began);
  return {
    ...{ part: 'recordings', value: share * 100, unit: '% of a processor' },
    // How phones do it was not seen, so it has no limit.
    ...(parts === smallParts
      ? { what: `${count} listeners who fetch 64 KiB at a time` }
      : { what: `${count} listeners`, ratio: share, ...atMost(0.05) }),
  };
}
