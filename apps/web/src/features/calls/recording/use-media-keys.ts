import { useEffect, useRef } from 'react';

interface MediaKeys {
  title: string;
  artist: string;
  lengthMs: number;
  positionMs: number;
  playing: boolean;
  rate: number;
  /** Nothing is taken from other pages before somebody plays something here. */
  used: boolean;
  play: () => void;
  pause: () => void;
  move: (ms: number) => void;
  seek: (ms: number) => void;
}

/** Media keys, head sets and the lock screen of a phone control the player, and show what is played. */
export function useMediaKeys(keys: MediaKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  const { used, title, artist, playing, positionMs, lengthMs, rate } = keys;
  useEffect(() => {
    if (!used || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist });
    const handlers: readonly [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => latest.current.play()],
      ['pause', () => latest.current.pause()],
      ['seekbackward', ({ seekOffset }) => latest.current.move(-(seekOffset ?? 5) * 1000)],
      ['seekforward', ({ seekOffset }) => latest.current.move((seekOffset ?? 5) * 1000)],
      ['seekto', ({ seekTime }) => latest.current.seek((seekTime ?? 0) * 1000)],
    ];
    for (const [action, handler] of handlers) setHandler(session, action, handler);
    return () => {
      session.metadata = null;
      session.playbackState = 'none';
      for (const [action] of handlers) setHandler(session, action, null);
    };
  }, [used, title, artist]);
  useEffect(() => {
    if (!used || !('mediaSession' in navigator)) return;
    navigator.mediaSession.playbackState = playing ? 'playing' : 'paused';
    navigator.mediaSession.setPositionState?.({
      duration: lengthMs / 1000,
      position: Math.min(positionMs, lengthMs) / 1000,
      playbackRate: rate,
    });
  }, [used, playing, positionMs, lengthMs, rate]);
}

/** A browser may not know an action, and says so by throwing. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The other actions work without it.
  }
}
