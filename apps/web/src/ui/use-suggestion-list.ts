import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface SuggestionListOptions<Item> {
  items: readonly Item[];
  onChoose: (item: Item) => void;
}

interface Mark<Item> {
  items: readonly Item[];
  index: number;
}

const unmarked: Mark<never> = { items: [], index: -1 };

/**
 * The keys and attributes of a field with a list of suggestions below it: the focus stays in the field, arrows mark a
 * suggestion, Enter takes it, Escape closes the list and nothing else.
 */
export function useSuggestionList<Item>({ items, onChoose }: SuggestionListOptions<Item>) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [mark, setMark] = useState<Mark<Item>>(unmarked);
  // Not by place alone: another list may come between the arrow and Enter, with somebody else in that place.
  const marked = mark.items === items ? mark.index : -1;
  const open = wanted && items.length > 0;
  const current = open ? items[marked] : undefined;

  function close(): void {
    setWanted(false);
    setMark(unmarked);
  }
  function choose(item: Item): void {
    close();
    onChoose(item);
  }

  // The list is not higher than a few suggestions.
  useEffect(() => {
    if (marked !== -1) document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked]);

  // A dialog around the field listens on the document, before React; the window comes first.
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(false);
      setMark(unmarked);
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
      setMark({ items, index: ((marked + 1 + by + places) % places) - 1 });
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
      setMark(unmarked);
    },
  };
}
