import { useState } from 'react';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import type { FilterValues } from '../filter-values.ts';
import { yesNoWords } from './filter-text.ts';
import type { OfferedField } from './use-filter-options.ts';

interface OutcomeEditorProps {
  fields: readonly OfferedField[] | undefined;
  values: FilterValues;
  onChange: (part: FilterValues) => void;
}

/** A field that agents or templates read, and the value that it has to have. Both go into the address together. */
export function OutcomeEditor({ fields, values, onChange }: OutcomeEditorProps) {
  const [field, setField] = useState(values.field ?? '');
  if (fields === undefined) return <p className="text-ink-3 text-sm">Loading...</p>;
  if (fields.length === 0 && values.field === undefined)
    return <p className="text-ink-3 text-sm">No agent and no template reads a field from its calls yet.</p>;
  const known = fields.find(({ id }) => id === field);
  const offered = valuesOf(known);
  const choose = (value: string) => onChange({ field: value === '' ? '' : field, value });
  return (
    <div className="grid gap-3">
      <NativeSelect
        label="Field"
        value={field}
        options={[
          { value: '', label: 'Choose a field' },
          ...fields.map(({ id, label }) => ({ value: id, label })),
          ...(field !== '' && known === undefined ? [{ value: field, label: field }] : []),
        ]}
        onValueChange={(next) => {
          setField(next);
          onChange({ field: '', value: '' });
        }}
      />
      {field !== '' &&
        (offered === null ? (
          <ValueField key={field} type={known?.type} value={values.value ?? ''} onChange={choose} />
        ) : (
          <NativeSelect
            label="Value"
            value={values.value ?? ''}
            options={[{ value: '', label: 'Choose a value' }, ...offered]}
            onValueChange={choose}
          />
        ))}
    </div>
  );
}

/** What it can be; null where anything may be written. */
function valuesOf(field: OfferedField | undefined) {
  if (field?.type === 'yes_no') return Object.entries(yesNoWords).map(([value, label]) => ({ value, label }));
  if (field?.type === 'choice') return field.choices.map((choice) => ({ value: choice, label: choice }));
  return null;
}

interface ValueFieldProps {
  type: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Sent when it is left or with Enter: half a word fits no call. */
function ValueField({ type, value, onChange }: ValueFieldProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextField
      label="Value"
      type={type === 'date' ? 'date' : type === 'time' ? 'time' : 'text'}
      autoComplete="off"
      maxLength={500}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed.trim() !== value && onChange(typed.trim())}
      onKeyDown={(event) => event.key === 'Enter' && onChange(typed.trim())}
    />
  );
}
