const storageKey = 'parley:reloaded-at';
const reloadIntervalMs = 60_000;
/** Something that cannot be finished, such as a save that the server keeps refusing, must not keep a page from loading. */
const longestHoldMs = 15_000;

const holds = new Set<Promise<void>>();

/** Until the function it returns is called, the page does not reload by itself: a reload would stop what is being saved. */
export function holdReload(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  holds.add(released);
  return () => {
    holds.delete(released);
    release();
  };
}

/**
 * Loads a chunk of the app. When that fails although the server responds, the whole page is reloaded: the chunk belongs to
 * an older release, or the browser cached the failure. At most once a minute, to avoid a reload loop.
 */
export async function reloadOnStaleChunk<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    if (await serverResponds()) {
      await untilReleased();
      if (mayReload()) window.location.reload();
    }
    throw error;
  }
}

async function serverResponds(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  return response?.ok === true;
}

async function untilReleased(): Promise<void> {
  const longest = new Promise((resolve) => setTimeout(resolve, longestHoldMs));
  await Promise.race([Promise.all(holds), longest]);
}

/** Without storage the last reload is not known, so there is none. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Math.abs(Date.now() - last) < reloadIntervalMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
