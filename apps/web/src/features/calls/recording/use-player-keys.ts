import { useEffect, useRef } from 'react';
import { openLayers, typingFields } from '../../../ui/key-owners.ts';

/** What has keys of its own: fields, and for the space bar whatever it presses. */
const fields = `${typingFields}, [role=slider]`;
const pressed = 'button, a, summary, [role=button], [role=switch], [role=tab]';

interface PlayerKeys {
  toggle: () => void;
  /** By so many milliseconds. */
  move: (ms: number) => void;
}

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowRight: 5_000,
  j: -10_000,
  l: 10_000,
};

/** Space plays and pauses, arrows move by 5 seconds, j and l by 10: from anywhere on the page but a field. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
      const place = target instanceof Element ? target : null;
      if (place?.closest(fields) != null || document.querySelector(openLayers) !== null) return;
      if (key === ' ') {
        if (place?.closest(pressed) != null) return;
        latest.current.toggle();
      } else {
        const ms = Object.hasOwn(moves, key) ? moves[key] : undefined;
        if (ms === undefined) return;
        latest.current.move(ms);
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
