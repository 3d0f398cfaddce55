import { type RefObject, useEffect, useRef } from 'react';
import { useSession } from '../session-context.ts';

/**
 * A form that stands alone on its page begins on its first field, as soon as it is seen: while it is not known who is
 * there it is hidden. Whoever has gone on to something else is left there.
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
