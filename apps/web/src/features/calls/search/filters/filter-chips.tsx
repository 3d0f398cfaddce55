import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Popover } from '../../../../ui/popover.tsx';
import type { FilterAddress } from '../filter-address.ts';
import { DoneButton, FilterEditor } from './filter-editor.tsx';
import { type FilterKind, type FilterKindEntry, filterKinds, isSet, without } from './filter-kinds.ts';
import { filterText } from './filter-text.ts';
import type { FilterOptions } from './use-filter-options.ts';

interface FilterChipsProps {
  address: FilterAddress;
  options: FilterOptions;
  timeZone: string;
  /** The one that is being chosen; it has a chip before it has a value. */
  open: FilterKind | null;
  onOpenChange: (kind: FilterKind | null) => void;
}

/** The filters that are set, each with what it lets through. Delete and Backspace remove the one with the focus. */
export function FilterChips({ address, options, timeZone, open, onOpenChange }: FilterChipsProps) {
  const { values, change, replace } = address;
  const shown = filterKinds.filter((entry) => isSet(entry, values) || entry.kind === open);
  if (shown.length === 0) return null;

  function remove(entry: FilterKindEntry): void {
    const at = shown.indexOf(entry);
    const neighbour = shown[at + 1] ?? shown[at - 1];
    change(without(entry));
    if (open === entry.kind) onOpenChange(null);
    focusChip(neighbour?.kind);
  }

  return (
    <div className="flex basis-full flex-wrap items-center gap-2">
      <ul aria-label="Filters" className="contents">
        {shown.map((entry) => {
          const { kind, label } = entry;
          const text = isSet(entry, values) ? filterText(kind, values, options) : '';
          return (
            <li key={kind} className="flex max-w-full rounded-box border border-control bg-surface">
              <Popover
                open={open === kind}
                onOpenChange={(next) => onOpenChange(next ? kind : null)}
                label={`Filter by ${label.toLowerCase()}`}
                trigger={
                  <button
                    type="button"
                    id={chipId(kind)}
                    onKeyDown={(event: KeyboardEvent) => {
                      if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                      event.preventDefault();
                      remove(entry);
                    }}
                    className="flex h-8 min-w-0 items-center gap-1.5 rounded-box pr-1 pl-2.5 text-sm hover:bg-sunken"
                  >
                    <span className="shrink-0 text-ink-3">{label}</span>
                    <span className="min-w-0 truncate font-medium">{text}</span>
                  </button>
                }
              >
                <FilterEditor
                  kind={kind}
                  values={values}
                  options={options}
                  timeZone={timeZone}
                  onChange={change}
                />
                <DoneButton onClick={() => onOpenChange(null)} />
              </Popover>
              <button
                type="button"
                aria-label={`Remove filter ${label}`}
                title={`Remove filter ${label}`}
                onClick={() => remove(entry)}
                className="grid w-8 shrink-0 place-items-center rounded-box text-ink-3 hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          );
        })}
      </ul>
      <Button
        look="quiet"
        className="h-8 px-2.5 text-sm"
        onClick={() => {
          onOpenChange(null);
          replace({});
          focusChip(undefined);
        }}
      >
        Clear all
      </Button>
    </div>
  );
}

export const addFilterId = 'add-call-filter';
const chipId = (kind: FilterKind) => `call-filter-${kind}`;

/** The chip that is left, or what adds one. */
function focusChip(kind: FilterKind | undefined): void {
  document.getElementById(kind === undefined ? addFilterId : chipId(kind))?.focus();
}
