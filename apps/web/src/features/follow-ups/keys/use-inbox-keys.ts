import { useLayoutEffect, useRef } from 'react';
import { openLayers, typingFields } from '../../../ui/key-owners.ts';
import { type InboxAct, inboxAct, type Pressed } from './inbox-keys.ts';

/** Keys on the whole page, while it is shown. */
export function useInboxKeys(rowSelector: string, onAct: (act: InboxAct) => void): void {
  const latest = useRef(onAct);
  // Before the next key, however fast it follows.
  useLayoutEffect(() => {
    latest.current = onAct;
  });
  // From the moment in which the list is seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector(openLayers) !== null) return;
      const act = inboxAct({
        key: event.key,
        repeat: event.repeat,
        modified: event.ctrlKey || event.metaKey || event.altKey,
        focus: focusIn(event.target, rowSelector),
      });
      if (act === null) return;
      event.preventDefault();
      latest.current(act);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [rowSelector]);
}

function focusIn(target: EventTarget | null, rowSelector: string): Pressed['focus'] {
  if (!(target instanceof Element)) return 'page';
  if (target.matches(rowSelector)) return 'row';
  if (target.closest(typingFields) !== null) return 'field';
  return target.closest('button, a') === null ? 'page' : 'control';
}
