import { useId, useState } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { controlClasses } from '../../../../ui/field.tsx';
import type { Named } from './use-filter-options.ts';

/** From this many on there is a field to find one. */
const searchFrom = 10;

interface ChoiceEditorProps {
  label: string;
  /** Undefined until they are loaded. */
  options: readonly Named[] | undefined;
  chosen: readonly string[];
  onToggle: (value: string, checked: boolean) => void;
  empty?: string;
}

/** Any of several. What stands in the address is shown, whether or not it is among the options. */
export function ChoiceEditor({ label, options, chosen, onToggle, empty }: ChoiceEditorProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  if (options === undefined) return <p className="text-ink-3 text-sm">Loading...</p>;
  const all = [
    ...options,
    ...chosen
      .filter((value) => options.every((option) => option.value !== value))
      .map((value) => ({ value, label: value })),
  ];
  if (all.length === 0) return <p className="text-ink-3 text-sm">{empty ?? 'There is nothing to choose.'}</p>;
  const wanted = search.trim().toLowerCase();
  const shown = all.filter((option) => option.label.toLowerCase().includes(wanted));
  return (
    <fieldset aria-labelledby={id} className="grid gap-1">
      <legend id={id} className="sr-only">
        {label}
      </legend>
      {all.length >= searchFrom && (
        <input
          type="text"
          aria-label={`Find in ${label}`}
          placeholder="Find"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={`${controlClasses} mb-1 h-9`}
        />
      )}
      <div className="-mx-1 grid max-h-64 overflow-y-auto px-1">
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            label={<span className="wrap-anywhere font-normal">{option.label}</span>}
            checked={chosen.includes(option.value)}
            onCheckedChange={(checked) => onToggle(option.value, checked)}
          />
        ))}
        {shown.length === 0 && <p className="py-2 text-ink-3 text-sm">Nothing fits.</p>}
      </div>
    </fieldset>
  );
}
