import { X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useAfterPause } from '../../../lib/use-after-pause.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { openLayers, typingFields } from '../../../ui/key-owners.ts';
import type { FilterAddress } from './filter-address.ts';

/** After this pause a search is sent. */
const pauseMs = 250;

export interface SearchKeysProps {
  address: FilterAddress;
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (typed: string) => void;
}

/**
 * What is typed is searched for after a pause, or at once on Enter. The key / leads into the field, Escape clears it, and
 * Down leads on to the first call; so does Enter where nothing is left to search for.
 */
export function SearchKeys({ address, field, typed, onType }: SearchKeysProps) {
  const q = address.values.q ?? '';
  /** What this field has put into the address; anything else comes from a link, a view or Back. */
  const own = useRef(q);
  useEffect(() => {
    if (q === own.current) return;
    own.current = q;
    onType(q);
  }, [q, onType]);
  const send = (wanted: string) => {
    own.current = wanted;
    address.change({ q: wanted });
  };
  useAfterPause(typed.trim(), pauseMs, (wanted) => {
    if (wanted !== own.current) send(wanted);
  });
  const clear = () => {
    onType('');
    send('');
  };
  useKey((event) => {
    const inField = event.target === field.current;
    if (event.key === 'Escape' && inField && typed !== '') {
      event.preventDefault();
      clear();
    }
    if (inField && !event.isComposing && (event.key === 'Enter' || event.key === 'ArrowDown')) {
      const wanted = typed.trim();
      if (event.key === 'Enter' && wanted !== own.current) send(wanted);
      else field.current?.closest('section')?.querySelector<HTMLElement>('[role=listitem] a')?.focus();
      event.preventDefault();
    }
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(typingFields) !== null) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
  if (typed === '')
    return (
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-2.5 grid size-5 place-items-center rounded-box border text-ink-3 text-xs max-sm:hidden"
      >
        /
      </span>
    );
  return (
    <IconButton
      icon={X}
      label="Clear search"
      className="absolute top-0 right-0"
      onClick={() => {
        clear();
        field.current?.focus();
      }}
    />
  );
}

function useKey(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  // Before the next key, however fast it follows.
  useLayoutEffect(() => {
    latest.current = onKey;
  });
  // From the moment in which the field shows its key.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector(openLayers) !== null) return;
      latest.current(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
