import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../report.ts';
import { atMost } from '../voice/figures.ts';
import type { ServerUnderTest } from '../voice/server-under-test.ts';
import { type Desk, partMs } from './desk.ts';

export interface Listeners {
  /** How many parts they have fetched. */
  readonly fetched: number;
  /** Resolves when none fetches any more; rejects where a part was missing. */
  stop(): Promise<void>;
}

/** People who listen at once, each of whom fetches the next part of the sound when the one before has been heard. */
export function startListeners(desk: Desk, address: string, count: number): Listeners {
  const over = new AbortController();
  const began = performance.now();
  let fetched = 0;
  async function listen(listener: number): Promise<void> {
    // They do not all fetch at once.
    let at = began + (partMs * listener) / count;
    for (let number = 0; !over.signal.aborted; number += 1, at += partMs) {
      await delay(Math.max(0, at - performance.now()), undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      await desk.part(address, number);
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
): Promise<Figure> {
  const address = await desk.addressOf(callId);
  const began = performance.now();
  const before = server.cpuMs();
  const listeners = startListeners(desk, address, count);
  await delay(listenMs);
  await listeners.stop();
  const share = (server.cpuMs() - before) / (performance.now() - began);
  return {
    ...{ part: 'recordings', what: `${count} listeners`, value: share * 100, unit: '% of a processor' },
    ...{ ratio: share, ...atMost(0.05) },
  };
}
