import { type RefObject, useLayoutEffect, useRef } from 'react';
import { openLayers, typingFields } from './key-owners.ts';

/** The key `/` goes to this field and marks what stands in it, from anywhere on the page but another field. */
export function useSlashKey(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // From the moment in which the field is seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(typingFields) !== null) return;
      if (document.querySelector(openLayers) !== null) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return field;
}
