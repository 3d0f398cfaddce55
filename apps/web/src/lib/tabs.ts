import { queryKeys } from './query-keys.ts';

/** What the tabs of a browser tell each other, whoever is signed in: there is one session for all of them. */
export type TabNews = { kind: 'signed-out' } | { kind: 'changed'; what: 'templates' | 'agents' };

const channelName = 'parley-tabs';
/** Written as well, for tabs that were asleep when the news went round: they look when they wake. */
const signOutMark = 'parley-signed-out';

let sending: BroadcastChannel | null = null;

export function tellOtherTabs(news: TabNews): void {
  sending ??= new BroadcastChannel(channelName);
  sending.postMessage(news);
  if (news.kind === 'signed-out') writeMark();
}

/** Gives the way to stop listening. What this tab tells is not heard here. */
export function onTabNews(listener: (news: TabNews) => void): () => void {
  // The same channel object never hears itself, another one of this tab would.
  sending ??= new BroadcastChannel(channelName);
  const channel = sending;
  const hear = ({ data }: MessageEvent<unknown>) => {
    const news = newsOf(data);
    if (news !== null) listener(news);
  };
  const signedOut = () => listener({ kind: 'signed-out' });
  const hearMark = ({ key }: StorageEvent) => key === signOutMark && signedOut();
  const markAtFirst = readMark();
  const look = () => document.visibilityState === 'visible' && readMark() !== markAtFirst && signedOut();
  channel.addEventListener('message', hear);
  window.addEventListener('storage', hearMark);
  document.addEventListener('visibilitychange', look);
  return () => {
    channel.removeEventListener('message', hear);
    window.removeEventListener('storage', hearMark);
    document.removeEventListener('visibilitychange', look);
  };
}

function newsOf(data: unknown): TabNews | null {
  const { kind, what } = Object(data) as { kind?: unknown; what?: unknown };
  if (kind === 'signed-out') return { kind };
  if (kind === 'changed' && (what === 'templates' || what === 'agents')) return { kind, what };
  return null;
}

export function keyOf({ what }: Extract<TabNews, { kind: 'changed' }>): readonly string[] {
  return queryKeys[what];
}

/** A browser may refuse its storage to pages; the message has gone out all the same. */
function writeMark(): void {
  try {
    localStorage.setItem(signOutMark, String(Date.now()));
  } catch {}
}

function readMark(): string | null {
  try {
    return localStorage.getItem(signOutMark);
  } catch {
    return null;
  }
}
