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
  useLayoutEffect(() => {
    const { current } = wanted;
    if (current === null || rows === undefined) return;
    if (current === 'heading') focusPageHeading();
    else document.getElementById(rowId(current))?.focus();
    wanted.current = null;
  });
  return {
    cursor,
    choose: setCursor,
    /** Chooses it and takes the focus there, as keys do; null: there is none left. */
    chooseAndFocus(id: string | null): void {
      setCursor(id);
      wanted.current = id ?? 'heading';
    },
    moved: (by: number) => moved(rows ?? [], cursor, by, place.current),
  };
}
