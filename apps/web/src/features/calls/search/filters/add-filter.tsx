import { ListFilter } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../../ui/menu.tsx';
import type { FilterValues } from '../filter-values.ts';
import { addFilterId } from './filter-chips.tsx';
import { type FilterKind, filterKinds, isSet, listOf } from './filter-kinds.ts';

interface AddFilterProps {
  values: FilterValues;
  onAdd: (kind: FilterKind) => void;
}

/** A menu of the filters that are not set yet. */
export function AddFilter({ values, onAdd }: AddFilterProps) {
  const added = useRef(false);
  return (
    <Menu
      align="start"
      trigger={
        <Button id={addFilterId}>
          <ListFilter aria-hidden="true" className="size-4" />
          Add Filter
        </Button>
      }
      // The focus goes into what was added.
      onCloseAutoFocus={(event) => {
        if (added.current) event.preventDefault();
        added.current = false;
      }}
    >
      {filterKinds
        .filter((entry) => !isSet(entry, values))
        .map(({ kind, label }) => (
          <MenuItem
            key={kind}
            disabled={kind === 'version' && listOf(values.agent).length !== 1}
            onSelect={() => {
              added.current = true;
              onAdd(kind);
            }}
          >
            {label}
            {kind === 'version' && listOf(values.agent).length !== 1 && (
              <span className="ml-auto pl-3 text-ink-3 text-xs">needs one agent</span>
            )}
          </MenuItem>
        ))}
    </Menu>
  );
}
