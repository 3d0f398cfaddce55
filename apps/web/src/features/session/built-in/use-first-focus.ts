import { type RefObject, useEffect, useRef } from 'react';
import { useSession } from '../session-context.ts';

/**
 * Focuses the first field of a form that is alone on its page, as soon as the form is visible: it is hidden while the
 * session is loading. A focus that the user has moved elsewhere is left alone.
 */
export function useFirstFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading' || status === 'unavailable') return;
    const { activeElement } = document;
    const free = activeElement === null || activeElement.matches('body, main, h1');
    if (free) form.current?.querySelector('input')?.focus();
  }, [status]);
  return form;
}
