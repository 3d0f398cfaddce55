import type { ScreenPoint } from './text-places.ts';

export interface PlaybackState {
  /** The transcript entry that is heard. */
  readonly ordinal: number | null;
  /** From the word at this place, or from the beginning of the entry. Null until a recording can be played. */
  readonly playFrom: ((ordinal: number, at?: ScreenPoint) => void) | null;
}

/** What the transcript and the player, whose code is loaded later, know of each other. */
export interface Playback {
  state: () => PlaybackState;
  set: (state: PlaybackState) => void;
  subscribe: (listener: () => void) => () => void;
}

export const notPlaying: PlaybackState = { ordinal: null, playFrom: null };

export function createPlayback(): Playback {
  let current = notPlaying;
  const listeners = new Set<() => void>();
  return {
    state: () => current,
    set: (state) => {
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
