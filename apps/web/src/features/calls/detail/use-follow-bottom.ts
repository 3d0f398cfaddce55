import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end that still counts as the end. */
const nearPx = 48;

/** Keeps the end of a growing scroll area in view, unless the user has scrolled up. */
export function useFollowBottom(active: boolean, content: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const [behind, setBehind] = useState(false);

  const toBottom = useCallback(() => {
    const pane = ref.current;
    if (pane !== null) pane.scrollTop = pane.scrollHeight;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the content changes
  useLayoutEffect(() => {
    if (!active) return;
    if (following.current) toBottom();
    else setBehind(true);
  }, [active, content, toBottom]);

  const onScroll = useCallback(() => {
    const pane = ref.current;
    if (pane === null) return;
    following.current = pane.scrollHeight - pane.scrollTop - pane.clientHeight < nearPx;
    if (following.current) setBehind(false);
  }, []);

  const follow = useCallback(() => {
    following.current = true;
    setBehind(false);
    toBottom();
  }, [toBottom]);

  return { ref, onScroll, behind, follow };
}
