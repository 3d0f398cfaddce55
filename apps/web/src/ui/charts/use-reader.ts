import { type KeyboardEvent, useState } from 'react';

interface Moves {
  /** How many values there are. */
  count: number;
  /** How many of them the keys up and down pass over, where values stand in rows. */
  across?: number;
  /** Whether rows are drawn as columns at the moment: the keys follow what is seen. */
  isTurned?: () => boolean;
}

export interface Reader {
  /** The value that is read; null: none yet. */
  at: number | null;
  read: (at: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves through the values of a chart, by keys and by pointing. */
export function useReader({ count, across = 1, isTurned = () => false }: Moves): Reader {
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen === null || chosen >= count ? null : chosen;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && at !== null) setChosen(null);
    else {
      const next = moved(at, isTurned() ? turned(event.key) : event.key, count, across);
      if (next === null) return;
      setChosen(next);
    }
    event.preventDefault();
  }
  return { at, read: setChosen, onKeyDown };
}

function turned(key: string): string {
  const keys: Readonly<Record<string, string>> = {
    ArrowRight: 'ArrowDown',
    ArrowDown: 'ArrowRight',
    ArrowLeft: 'ArrowUp',
    ArrowUp: 'ArrowLeft',
  };
  return keys[key] ?? key;
}

/** Where a key leads; null when it is none that moves. It stays at the ends. */
export function moved(at: number | null, key: string, count: number, across: number): number | null {
  if (count === 0) return null;
  const by: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: across,
    ArrowUp: -across,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = by[key];
  if (step === undefined) return null;
  if (at === null) return step > 0 ? 0 : count - 1;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}
