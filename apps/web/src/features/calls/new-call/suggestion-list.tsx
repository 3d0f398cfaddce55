import type { Suggestion } from '@parley/contract';
import { cx } from '../../../ui/cx.ts';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import type { useSuggestionList } from '../../../ui/use-suggestion-list.ts';

interface SuggestionListProps {
  list: ReturnType<typeof useSuggestionList<Suggestion>>;
  suggestions: readonly Suggestion[];
}

/** Below the hint of the field, over what follows, so that nothing moves while somebody types. */
export function SuggestionList({ list, suggestions }: SuggestionListProps) {
  return (
    <div
      role="listbox"
      id={list.listId}
      aria-label="Contacts"
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-76 overflow-y-auto rounded-box border bg-surface p-1 shadow-pop"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={suggestion.id}
          role="option"
          id={list.optionId(index)}
          aria-selected={index === list.marked}
          // The field keeps the focus; losing it would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => list.choose(suggestion)}
          className={cx(
            'flex min-h-9 flex-wrap items-baseline gap-x-2 rounded-box px-2 py-1.5 hover:bg-sunken',
            index === list.marked && 'bg-sunken',
          )}
        >
          <bdi className="wrap-anywhere font-medium">{suggestion.name}</bdi>
          <PhoneNumber className="text-ink-3 text-sm">{suggestion.number}</PhoneNumber>
        </div>
      ))}
    </div>
  );
}
