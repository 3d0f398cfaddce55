import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFocusNew } from '../../../ui/use-focus-new.ts';

interface RowsProps<Row extends { id: string }> {
  label: string;
  hint?: ReactNode;
  rows: readonly Row[];
  max: number;
  /** The text of the button that adds a row. */
  add: string;
  readOnly: boolean;
  newRow: () => Row;
  /** Names a row for the button that removes it. */
  nameOf: (row: Row, index: number) => string;
  onChange: (rows: Row[]) => void;
  children: (row: Row, index: number, set: (changes: Partial<Row>) => void) => ReactNode;
}

/** A short list of rows that are added and removed. */
export function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { label, hint, rows, max, add, readOnly, newRow, nameOf, onChange, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const focusNew = useFocusNew(list, rows.length);
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-1 font-medium text-sm">{label}</legend>
      {hint !== undefined && <p className="text-ink-3 text-sm">{hint}</p>}
      <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {rows.map((row, index) => (
          <li key={row.id} className="relative flex items-start gap-2">
            <div className="min-w-0 flex-1">
              {children(row, index, (changes) =>
                onChange(rows.map((each) => (each === row ? { ...each, ...changes } : each))),
              )}
            </div>
            {!readOnly && (
              <IconButton
                icon={Trash2}
                label={`Remove ${nameOf(row, index)}`}
                className="max-sm:absolute max-sm:-top-2 max-sm:right-0 sm:mt-6.5"
                onClick={() => onChange(rows.filter((each) => each !== row))}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length === 0 && readOnly && <p className="text-ink-3">None.</p>}
      {!readOnly && rows.length < max && (
        <Button
          className="justify-self-start"
          onClick={() => {
            focusNew();
            onChange([...rows, newRow()]);
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          {add}
        </Button>
      )}
    </fieldset>
  );
}
