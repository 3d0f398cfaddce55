import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react';

interface SuggestionListOptions<Item> {
  items: readonly Item[];
  onChoose: (item: Item) => void;
}

/**
 * The keys and attributes of a field with a list of suggestions below it: the focus stays in the field, arrows mark a
 * suggestion, Enter takes it, Escape closes the list and nothing else.
 */
export function useSuggestionList<Item extends { id: string }>({
  items,
  onChoose,
}: SuggestionListOptions<Item>) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  // Not the place: another list may come between the arrow and Enter, with somebody else in that place.
  const [markedId, setMarkedId] = useState<string | null>(null);
  const marked = items.findIndex((item) => item.id === markedId);
  const open = wanted && items.length > 0;
  const current = open ? items[marked] : undefined;

  function close(): void {
    setWanted(false);
    setMarkedId(null);
  }
  function choose(item: Item): void {
    close();
    onChoose(item);
  }

  // The list is not higher than a few suggestions.
  useEffect(() => {
    if (marked !== -1) document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked]);

  // A dialog around the field listens on the document, before React; the window comes first. From the moment in which the
  // list is seen: Escape would close the dialog.
  useLayoutEffect(() => {
    if (!open) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(false);
      setMarkedId(null);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0 && items.length > 0) {
      event.preventDefault();
      setWanted(true);
      // One place before the first is the field itself.
      const places = items.length + 1;
      setMarkedId(items[((marked + 1 + by + places) % places) - 1]?.id ?? null);
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault();
      choose(current);
    }
  }

  return {
    open,
    marked,
    listId: id,
    optionId: (index: number) => `${id}-${index}`,
    choose,
    input: {
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': current === undefined ? undefined : `${id}-${marked}`,
      onKeyDown,
      onBlur: close,
    },
    /** Something was typed: what fits it may be shown. */
    typed(): void {
      setWanted(true);
      setMarkedId(null);
    },
  };
}
