import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { type FieldRow, FieldRowItem, fieldWords, type RowPart, type RowWords } from './field-row-item.tsx';
import { useFocusNew } from './use-focus-new.ts';

interface FieldRowsProps<Type extends string> {
  rows: readonly FieldRow<Type>[];
  types: readonly { value: Type; label: string }[];
  /** The type whose choices are asked for. */
  choiceType: Type;
  max: number;
  /** Names the list, and the button that adds a row. */
  label?: string;
  add?: string;
  words?: RowWords;
  readOnly: boolean;
  /** What is wrong with a part of a row; null when nothing is. */
  problem: (index: number, part: RowPart) => string | null;
  onChange: (rows: FieldRow<Type>[]) => void;
  newRow: () => FieldRow<Type>;
}

/** Rows that define fields; they can be moved, removed and added. */
export function FieldRows<Type extends string>(props: FieldRowsProps<Type>) {
  const { rows, types, choiceType, max, readOnly, problem, onChange, newRow } = props;
  const { label = 'Fields', add = 'Add Field', words = fieldWords } = props;
  const list = useRef<HTMLUListElement>(null);
  const focusNew = useFocusNew(list, rows.length);

  function moverOf(index: number, by: 1 | -1): (() => void) | null {
    const [row, other] = [rows[index], rows[index + by]];
    if (row === undefined || other === undefined) return null;
    return () => onChange(rows.map((each) => (each === row ? other : each === other ? row : each)));
  }

  return (
    <>
      <ul ref={list} aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {rows.map((row, index) => (
          <FieldRowItem
            key={row.id}
            row={row}
            types={types}
            hasChoices={row.type === choiceType}
            words={words}
            readOnly={readOnly}
            problem={(part) => problem(index, part)}
            onChange={(next) => onChange(rows.map((each) => (each === row ? { ...each, ...next } : each)))}
            onRemove={() => onChange(rows.filter((each) => each !== row))}
            onMoveUp={moverOf(index, -1)}
            onMoveDown={moverOf(index, 1)}
          />
        ))}
      </ul>
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
    </>
  );
}
