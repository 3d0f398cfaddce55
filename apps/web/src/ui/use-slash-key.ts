import { type RefObject, useLayoutEffect, useRef } from 'react';

const fields = 'input, textarea, select, [contenteditable], [role=combobox]';
/** While one is open, the keys are its own. */
const layers = '[role=dialog], [role=menu], [role=listbox]';

/** The key `/` goes to this field and marks what stands in it, from anywhere on the page but another field. */
export function useSlashKey(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // From the moment in which the field is seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || defaultPrevented || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(fields) !== null) return;
      if (document.querySelector(layers) !== null) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return field;
}
