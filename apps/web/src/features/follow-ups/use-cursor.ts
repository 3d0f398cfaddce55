import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import type { Filter } from './filter.ts';
import { rowId } from './list/follow-up-row.tsx';
import { rememberedChoice } from './remembered-choice.ts';
import { moved } from './shown-follow-ups.ts';

interface CursorOptions {
  rows: readonly FollowUp[] | undefined;
  filter: Filter;
  /** By the address, as the link of a notification does; empty: none. */
  named: string;
  /** The first row is chosen while nobody has chosen another, and stays so when one comes above it. */
  always: boolean;
}

/** Where the focus goes as soon as it is there. */
interface Wanted {
  /** Null: the heading of the page. */
  id: string | null;
  /** Nobody has asked for it: not away from where somebody types meanwhile. */
  gently: boolean;
}

/** Which row is chosen, and the focus that follows it. */
export function useCursor({ rows, filter, named, always }: CursorOptions) {
  // Back and a reload lead to what was chosen; a link to the page leads to its top.
  const isReturn = useNavigationType() === 'POP' && named === '';
  const [remembered, setRemembered] = useState(() => (isReturn ? rememberedChoice.load() : null));
  const [cursor, setCursor] = useState(named === '' ? remembered : named);
  const wanted = useRef<Wanted | null>(remembered === null ? null : { id: remembered, gently: true });
  const place = useRef(0);
  const index = rows?.findIndex(({ id }) => id === cursor) ?? -1;

  const list = `${filter.state} ${filter.owner}`;
  const [before, setBefore] = useState({ named, list });
  if (named !== before.named || list !== before.list) {
    setBefore({ named, list });
    if (named !== '') setCursor(named);
    else if (list !== before.list) setCursor(null);
  } else if (rows !== undefined && remembered !== null) {
    // What was chosen on the last visit may be in the list no more.
    setRemembered(null);
    if (cursor === remembered && index === -1) setCursor(null);
  } else if (always && cursor === null && rows?.[0] !== undefined) {
    setCursor(rows[0].id);
  }

  useEffect(() => {
    rememberedChoice.save(cursor);
    if (index !== -1) place.current = index;
  }, [cursor, index]);
  useLayoutEffect(() => {
    const { current } = wanted;
    if (current === null || rows === undefined) return;
    const { id, gently } = current;
    const target = id === null ? null : document.getElementById(rowId(id));
    const isExpected = target === null && rows.some((row) => row.id === id);
    if (isExpected) return;
    wanted.current = null;
    if (id === null) focusPageHeading();
    else if (!gently || isFocusUnused()) target?.focus();
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
      wanted.current = { id, gently: false };
      // Nothing is shown anew for the one that is chosen already.
      if (id !== null && id === cursor) document.getElementById(rowId(id))?.focus();
    },
    moved: (by: number) => moved(rows ?? [], cursor, by, place.current),
  };
}

function isFocusUnused(): boolean {
  return document.activeElement === null || document.activeElement.matches('body, main, h1');
}
