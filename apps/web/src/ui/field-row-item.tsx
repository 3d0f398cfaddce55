import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { IconButton } from './icon-button.tsx';
import { LinesField } from './lines-field.tsx';
import { NativeSelect } from './native-select.tsx';
import { TextField } from './text-field.tsx';

/** A field that somebody defines: what is asked for, and as what. */
export interface FieldRow<Type extends string> {
  id: string;
  label: string;
  type: Type;
  description: string;
  choices: string[];
  required: boolean;
}

export type RowPart = 'label' | 'choices' | 'description';

/** What the parts of a row are called. */
export interface RowWords {
  label: string;
  description: string;
  /** An example of a description. */
  example: string;
}

export const fieldWords: RowWords = {
  label: 'Label *',
  description: 'Description',
  example: 'When is it yes? What counts?',
};

interface FieldRowItemProps<Type extends string> {
  row: FieldRow<Type>;
  types: readonly { value: Type; label: string }[];
  hasChoices: boolean;
  words: RowWords;
  readOnly: boolean;
  problem: (part: RowPart) => string | null;
  onChange: (next: Partial<FieldRow<Type>>) => void;
  onRemove: () => void;
  /** Null where it is the first or last already. */
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
}

export function FieldRowItem<Type extends string>(props: FieldRowItemProps<Type>) {
  const { row, types, hasChoices, words, readOnly, problem, onChange, onRemove, onMoveUp, onMoveDown } =
    props;
  const { label, type, description, choices, required } = row;
  const name = label.trim() === '' ? 'this field' : label;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-box border px-4 pt-3 pb-2">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          label={words.label}
          value={label}
          readOnly={readOnly}
          autoComplete="off"
          error={problem('label')}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        <NativeSelect
          label="Type"
          value={type}
          disabled={readOnly}
          options={types}
          onValueChange={(value) => {
            const chosen = types.find((each) => each.value === value);
            if (chosen !== undefined) onChange({ type: chosen.value });
          }}
        />
      </div>
      {hasChoices && (
        <LinesField
          label="Choices"
          hint="One on each line."
          values={choices}
          readOnly={readOnly}
          error={problem('choices')}
          onChange={(next) => onChange({ choices: next })}
        />
      )}
      <TextField
        label={words.description}
        value={description}
        readOnly={readOnly}
        autoComplete="off"
        placeholder={words.example}
        error={problem('description')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <div className="-mr-2.5 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label="Required"
          checked={required}
          disabled={readOnly}
          onCheckedChange={(next) => onChange({ required: next })}
        />
        {!readOnly && (
          <div className="flex">
            <MoveButton icon={ArrowUp} label={`Move ${name} up`} onMove={onMoveUp} />
            <MoveButton icon={ArrowDown} label={`Move ${name} down`} onMove={onMoveDown} />
            <IconButton icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
          </div>
        )}
      </div>
    </li>
  );
}

interface MoveButtonProps {
  icon: typeof ArrowUp;
  label: string;
  onMove: (() => void) | null;
}

/** Stays focusable at the ends, so that the focus is not lost by the last move. */
function MoveButton({ icon, label, onMove }: MoveButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={onMove === null}
      className="aria-disabled:opacity-55"
      onClick={() => onMove?.()}
    />
  );
}
