import { createContext, useContext, useEffect, useRef, useState } from 'react';

const prefix = 'parley-draft:';

/** What one person has typed in this tab and neither sent nor thrown away, form by form. */
export interface Drafts {
  stored(form: string): unknown;
  keep(form: string, typed: unknown): void;
  clear(form: string): void;
}

/** In the session storage: it outlives a reload and a change of page, and ends with the tab. */
export function createDrafts(storage: Storage | null, owner: string): Drafts {
  const own = `${prefix}${owner}:`;
  // Another account in the same tab must find nothing of the one before.
  for (const key of keysOf(storage)) if (!key.startsWith(own)) storage?.removeItem(key);
  return {
    stored(form) {
      try {
        return JSON.parse(storage?.getItem(own + form) ?? 'null');
      } catch {
        return null;
      }
    },
    keep(form, typed) {
      try {
        storage?.setItem(own + form, JSON.stringify(typed));
      } catch {
        // A full storage keeps no draft; the form itself still has every word.
      }
    },
    clear: (form) => storage?.removeItem(own + form),
  };
}

/** For signing out: what was typed belongs to the account. */
export function forgetDrafts(storage = sessionStorageOrNull()): void {
  for (const key of keysOf(storage)) storage?.removeItem(key);
}

function keysOf(storage: Storage | null): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}

/** A browser may refuse its storage to pages. */
export function sessionStorageOrNull(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const DraftsContext = createContext<Drafts | null>(null);

export const DraftsProvider = DraftsContext.Provider;

function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (drafts === null) throw new Error('useDraft needs a DraftsProvider above it');
  return drafts;
}

interface Draft<Typed> {
  /** What was typed here before the page was left; null when there is nothing, or it is back in the form. */
  offered: Typed | null;
  /** It is back in the form. */
  taken: () => void;
  /** Sent, or thrown away. */
  clear: () => void;
}

interface DraftOptions<Typed> {
  form: string;
  /** Null while there is nothing to keep. */
  typed: Typed | null;
  read: (stored: unknown) => Typed | null;
  /** Being sent: closing the form now loses nothing, for what is refused is offered again. */
  busy: boolean;
  /** Tells the dialog around the form whether closing it would lose something. */
  onWork?: ((work: boolean) => void) | undefined;
}

/** Keeps what is typed into a form for as long as it is neither sent nor thrown away. */
export function useDraft<Typed>({ form, typed, read, busy, onWork }: DraftOptions<Typed>): Draft<Typed> {
  const drafts = useDrafts();
  const [offered, setOffered] = useState(() => read(drafts.stored(form)));
  const touched = useRef(false);
  const text = typed === null ? null : JSON.stringify(typed);
  const work = text !== null && !busy;
  useEffect(() => onWork?.(work), [onWork, work]);
  useEffect(() => {
    if (text !== null) {
      touched.current = true;
      drafts.keep(form, JSON.parse(text));
    } else if (touched.current) {
      drafts.clear(form);
    }
  }, [drafts, form, text]);
  return {
    offered,
    taken: () => setOffered(null),
    clear() {
      touched.current = false;
      drafts.clear(form);
    },
  };
}

/** For what stands around a form: throws its draft away. */
export function useClearDraft(): (form: string) => void {
  return useDrafts().clear;
}
