/**
 * When somebody last did something in a tab of this browser. Tabs share it in the local storage; where the browser
 * denies that, each tab counts for itself.
 */
const key = 'parley-active-at';
/** Written at most this often: pointers move many times a second. */
const writeEveryMs = 2_000;

let own = Date.now();
let written = 0;

/** Somebody did something now. */
export function noteActivity(now = Date.now()): void {
  own = now;
  if (Math.abs(now - written) < writeEveryMs) return;
  written = now;
  try {
    localStorage.setItem(key, String(now));
  } catch {
    // Only this tab knows.
  }
}

/** In whichever tab. A time in the future is of a clock that was set back since. */
export function lastActiveAt(now = Date.now()): number {
  return Math.min(Math.max(own, stored()), now);
}

export function idleSeconds(now = Date.now()): number {
  return Math.floor((now - lastActiveAt(now)) / 1000);
}

function stored(): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Returns the function that stops listening. */
export function listenForActivity(): () => void {
  const note = () => noteActivity();
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true });
  return () => {
    for (const act of acts) window.removeEventListener(act, note, { capture: true });
  };
}
