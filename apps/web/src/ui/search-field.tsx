import { Search } from 'lucide-react';
import { useId } from 'react';
import { controlClasses } from './field.tsx';
import { useSlashKey } from './use-slash-key.ts';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** Finds something in a list that is on the page already; the key `/` goes to it. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const id = useId();
  const field = useSlashKey();
  return (
    <div className="relative max-w-sm">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden="true" className="absolute top-2.5 left-3 size-4 text-ink-3" />
      <input
        ref={field}
        id={id}
        type="search"
        aria-keyshortcuts="/"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClasses} h-9 pl-9`}
      />
    </div>
  );
}
