import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import { rowId } from './list/follow-up-row.tsx';
import { moved } from './shown-follow-ups.ts';

/** The row that was chosen when the page was left, for whoever comes back from a call. */
let remembered: string | null = null;

/** Which row is chosen, and the focus that follows it. */
export function useCursor(rows: readonly FollowUp[] | undefined, named: string) {
  const [cursor, setCursor] = useState<string | null>(() => (named === '' ? remembered : named));
  /** Where the focus goes as soon as it is there. */
  const wanted = useRef<string | 'heading' | null>(named === '' ? remembered : null);
  const place = useRef(0);
  // A link, such as that of a notification, names another one.
  const [namedBefore, setNamedBefore] = useState(named);
  if (named !== namedBefore) {
    setNamedBefore(named);
    if (named !== '') setCursor(named);
  }
  const index = rows?.findIndex(({ id }) => id === cursor) ?? -1;
  useEffect(() => {
    remembered = cursor;
    if (index !== -1) place.current = index;
  }, [cursor, index]);
  // What was chosen on the last visit may be in the list no more.
  const isReturning = useRef(wanted.current !== null);
  const isLoaded = rows !== undefined;
  useEffect(() => {
    if (!isLoaded || !isReturning.current) return;
    isReturning.current = false;
    if (index !== -1) return;
    wanted.current = null;
    setCursor(null);
  }, [isLoaded, index]);
  useLayoutEffect(() => {
    const { current } = wanted;
    const target = current === null || current === 'heading' ? null : document.getElementById(rowId(current));
    if (current === null || rows === undefined || (current !== 'heading' && target === null)) return;
    wanted.current = null;
    if (target === null) focusPageHeading();
    else target.focus();
  });
  return {
    cursor,
    choose(id: string | null): void {
      wanted.current = null;
      setCursor(id);
    },
    /** Chooses it and takes the focus there, as keys do; null: there is none left. */
    chooseAndFocus(id: string | null): void {
      setCursor(id);
      wanted.current = id ?? 'heading';
    },
    moved: (by: number) => moved(rows ?? [], cursor, by, place.current),
  };
}
