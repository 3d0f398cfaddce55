import { placeholderLabel, type Template } from '@parley/contract';
import { useId } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { placeholderNames } from './form-state.ts';

interface PlaceholderFieldsProps {
  template: Template;
  values: Readonly<Record<string, string>>;
  /** Error texts by placeholder name. */
  errors: Readonly<Record<string, string>>;
  onType: (name: string, value: string) => void;
}

export function PlaceholderFields({ template, values, errors, onType }: PlaceholderFieldsProps) {
  const hintId = useId();
  const names = placeholderNames({ template });
  if (names.length === 0) return null;
  return (
    <fieldset aria-describedby={hintId} className="grid gap-3 rounded-box border px-4 pt-3 pb-4">
      <legend className="-ml-1 px-1 font-medium text-sm">Template Placeholders *</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <TextField
            key={name}
            label={<span className="whitespace-pre-wrap">{placeholderLabel(name)}</span>}
            name={`placeholder:${name}`}
            required
            error={Object.hasOwn(errors, name) ? errors[name] : null}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(event) => onType(name, event.target.value)}
          />
        ))}
      </div>
      <p id={hintId} className="text-ink-3 text-sm">
        All placeholders are required. Fill in the values above to customize the template.
      </p>
    </fieldset>
  );
}
