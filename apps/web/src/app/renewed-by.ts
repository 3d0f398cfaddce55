const storageKey = 'parley:reloaded-at';
const onceInMs = 60_000;

/**
 * Loads a part of the app; where that fails although the server answers, the whole page is loaded anew: the part is of
 * an older release, or the browser remembers that it once failed. At most once a minute, so that nothing goes in circles.
 */
export async function renewedBy<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    if ((await serverAnswers()) && mayReload()) window.location.reload();
    throw error;
  }
}

async function serverAnswers(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  return response?.ok === true;
}

/** Without storage nobody could tell how often it was done, so it is not done. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Math.abs(Date.now() - last) < onceInMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
