import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import type { FilterAddress } from '../filter-address.ts';
import { AddFilter } from './add-filter.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { type FilterKind, filterKinds, isSet, without } from './filter-kinds.ts';
import type { FilterOptions } from './use-filter-options.ts';

interface FilterSheetProps {
  address: FilterAddress;
  options: FilterOptions;
  timeZone: string;
  open: FilterKind | null;
  onOpenChange: (kind: FilterKind | null) => void;
}

/** In a narrow window all filters stand behind one button. */
export function FilterSheet({ address, options, timeZone, open, onOpenChange }: FilterSheetProps) {
  const [shown, setShown] = useState(false);
  const { values, change, replace } = address;
  const active = filterKinds.filter((entry) => isSet(entry, values));
  const listed = filterKinds.filter((entry) => isSet(entry, values) || entry.kind === open);
  const close = () => {
    setShown(false);
    onOpenChange(null);
  };
  return (
    <>
      <Button onClick={() => setShown(true)}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters
        {active.length > 0 && <span className="text-ink-3 tabular-nums">{active.length}</span>}
      </Button>
      <Dialog open={shown} onOpenChange={(next) => !next && close()} title="Filters">
        <div className="grid gap-4">
          {listed.length === 0 && <p className="text-ink-2">Show only calls that fit.</p>}
          {listed.map((entry) => (
            <section key={entry.kind} aria-label={entry.label} className="grid gap-2 border-b pb-4">
              <div className="flex items-center justify-between gap-2">
                <h3 className="font-semibold">{entry.label}</h3>
                <Button
                  look="quiet"
                  aria-label={`Remove filter ${entry.label}`}
                  className="-mr-2.5 h-8 px-2.5 text-sm"
                  onClick={() => {
                    change(without(entry));
                    if (open === entry.kind) onOpenChange(null);
                  }}
                >
                  Remove
                </Button>
              </div>
              <FilterEditor
                kind={entry.kind}
                values={values}
                options={options}
                timeZone={timeZone}
                onChange={change}
              />
            </section>
          ))}
          <AddFilter values={values} onAdd={onOpenChange} />
          <DialogActions>
            <Button disabled={active.length === 0} onClick={() => replace({ q: values.q ?? '' })}>
              Clear all
            </Button>
            <Button look="primary" onClick={close}>
              Show Calls
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </>
  );
}
