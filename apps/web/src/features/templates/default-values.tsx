import { placeholderLabel } from '@parley/contract';
import { TextField } from '../../ui/text-field.tsx';

interface DefaultValuesProps {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onType: (name: string, value: string) => void;
}

export function DefaultValues({ names, values, onType }: DefaultValuesProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className="grid gap-3 rounded-box border px-4 pt-3 pb-4">
      <legend className="-ml-1 px-1 font-medium text-sm">Default Values for Placeholders</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name) => (
          <TextField
            key={name}
            label={<span className="whitespace-pre-wrap">{placeholderLabel(name)}</span>}
            autoComplete="off"
            value={Object.hasOwn(values, name) ? (values[name] ?? '') : ''}
            onChange={(event) => onType(name, event.target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
