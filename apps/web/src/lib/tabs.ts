/** Messages between the tabs of a browser, which share one session. */
export type TabMessage =
  | { kind: 'signed-out' }
  | { kind: 'role-changed' }
  /** Not by the user: what was typed is kept. */
  | { kind: 'session-ended' }
  | { kind: 'changed'; what: 'templates' | 'agents' | 'organization' | 'connections' | 'tools' };

const channelName = 'parley-tabs';
/** Also stored, for tabs that were suspended when the message was sent: they check when they become visible. */
const signOutKey = 'parley-signed-out';

let sending: BroadcastChannel | null = null;

export function notifyOtherTabs(message: TabMessage): void {
  sending ??= new BroadcastChannel(channelName);
  sending.postMessage(message);
  if (message.kind === 'signed-out') writeSignOutTime();
}

/** Returns the function that stops listening. Messages of this tab itself are not received. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  // A channel object does not receive its own messages; another one in this tab would.
  sending ??= new BroadcastChannel(channelName);
  const channel = sending;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseTabMessage(data);
    if (message !== null) listener(message);
  };
  const signedOut = () => listener({ kind: 'signed-out' });
  const onStorage = ({ key }: StorageEvent) => key === signOutKey && signedOut();
  const signOutTimeAtStart = readSignOutTime();
  const onVisible = () =>
    document.visibilityState === 'visible' && readSignOutTime() !== signOutTimeAtStart && signedOut();
  channel.addEventListener('message', onMessage);
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    channel.removeEventListener('message', onMessage);
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

function parseTabMessage(data: unknown): TabMessage | null {
  const { kind, what } = Object(data) as { kind?: unknown; what?: unknown };
  if (kind === 'signed-out' || kind === 'role-changed' || kind === 'session-ended') return { kind };
  if (kind === 'changed' && isChangeable(what)) return { kind, what };
  return null;
}

const changeable = ['templates', 'agents', 'organization', 'connections', 'tools'] as const;

function isChangeable(what: unknown): what is (typeof changeable)[number] {
  return changeable.some((one) => one === what);
}

/** The browser may deny access to the storage; the message has been sent anyway. */
function writeSignOutTime(): void {
  try {
    localStorage.setItem(signOutKey, String(Date.now()));
  } catch {}
}

function readSignOutTime(): string | null {
  try {
    return localStorage.getItem(signOutKey);
  } catch {
    return null;
  }
}
