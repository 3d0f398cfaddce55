const storageKey = 'parley:reloaded-at';
const reloadIntervalMs = 60_000;

/**
 * Loads a chunk of the app. When that fails although the server responds, the whole page is reloaded: the chunk belongs to
 * an older release, or the browser cached the failure. At most once a minute, to avoid a reload loop.
 */
export async function reloadOnStaleChunk<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    if ((await serverResponds()) && mayReload()) window.location.reload();
    throw error;
  }
}

async function serverResponds(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  return response?.ok === true;
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
