import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { asObject, asString } from './parsing/json.ts';

const prefix = 'parley-draft:';

/** Unsent input of one user in this tab, by form. */
export interface Drafts {
  load(form: string): unknown;
  save(form: string, typed: unknown): void;
  clear(form: string): void;
}

/** In the session storage: survives a reload and a change of page, and ends with the tab. */
export function createDrafts(storage: Storage | null, owner: string): Drafts {
  const own = `${prefix}${owner}:`;
  // Another account in the same tab must not see the drafts of the previous one.
  for (const key of keysOf(storage)) if (!key.startsWith(own)) storage?.removeItem(key);
  return {
    load(form) {
      try {
        return JSON.parse(storage?.getItem(own + form) ?? 'null');
      } catch {
        return null;
      }
    },
    save(form, typed) {
      try {
        storage?.setItem(own + form, JSON.stringify(typed));
      } catch {
        // The storage is full: no draft, but the form itself keeps its input.
      }
    },
    clear: (form) => storage?.removeItem(own + form),
  };
}

/** For sign-out: drafts belong to the account. */
export function clearDrafts(storage = sessionStorageOrNull()): void {
  for (const key of keysOf(storage)) storage?.removeItem(key);
}

function keysOf(storage: Storage | null): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}

/** The browser may deny access to the storage. */
export function sessionStorageOrNull(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const DraftsContext = createContext<Drafts | null>(null);

export const DraftsProvider = DraftsContext.Provider;

/** For an editor that saves by itself; a form that is sent uses `useDraft`. */
export function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (drafts === null) throw new Error('useDraft needs a DraftsProvider above it');
  return drafts;
}

interface Draft<Typed> {
  /** The saved input of an earlier visit; null when there is none, or it was restored. */
  offered: Typed | null;
  /** Stops to offer it: it was restored. */
  dismiss: () => void;
  /** Deletes it: the form was sent or discarded. */
  clear: () => void;
}

interface DraftOptions<Typed> {
  form: string;
  /** The input to save; null while there is none. */
  value: Typed | null;
  parse: (stored: unknown) => Typed | null;
  /** While sending, closing the form loses nothing: after a refusal the draft is offered again. */
  busy: boolean;
  /** Tells the dialog around the form whether closing it would lose input. */
  onDirtyChange?: ((dirty: boolean) => void) | undefined;
}

/** How a flat form reads what was stored: the fields that it has, where the values are of the same kind. */
export function flatDraft<Typed extends object>(empty: Typed): (stored: unknown) => Typed | null {
  return (stored) => {
    const fields = asObject(stored);
    if (fields === null) return null;
    const known = Object.entries(fields).filter(
      ([name, value]) => typeof value === typeof empty[name as keyof Typed],
    );
    return { ...empty, ...Object.fromEntries(known) };
  };
}

/** Saves the input of a form until it is sent or discarded. */
export function useDraft<Typed>({
  form,
  value,
  parse,
  busy,
  onDirtyChange,
}: DraftOptions<Typed>): Draft<Typed> {
  const drafts = useDrafts();
  const [offered, setOffered] = useState(() => parse(drafts.load(form)));
  const touched = useRef(false);
  const text = value === null ? null : JSON.stringify(value);
  const dirty = text !== null && !busy;
  useEffect(() => onDirtyChange?.(dirty), [onDirtyChange, dirty]);
  useEffect(() => {
    if (text !== null) {
      touched.current = true;
      drafts.save(form, JSON.parse(text));
    } else if (touched.current) {
      drafts.clear(form);
    }
  }, [drafts, form, text]);
  return {
    offered,
    dismiss: () => setOffered(null),
    clear() {
      touched.current = false;
      drafts.clear(form);
    },
  };
}

/** One field, filled with what was typed there before it was sent. */
export function useDraftText(form: string, initial = '') {
  const drafts = useDrafts();
  const [text, setShown] = useState(() => asString(drafts.load(form)) ?? initial);
  return {
    text,
    setText(next: string) {
      setShown(next);
      if (next === initial) drafts.clear(form);
      else drafts.save(form, next);
    },
    /** It was sent, or is not wanted. */
    clear: () => drafts.clear(form),
  };
}

/** For the dialog around a form: deletes its draft. */
export function useClearDraft(): (form: string) => void {
  return useDrafts().clear;
}
