import { Search } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { controlClasses } from '../../../ui/field.tsx';

/** As the server takes it; counted in characters there, which are never more than these. */
const textMax = 200;

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (typed: string) => void;
  /** What makes it search, and the filters beside it: their code is loaded beside the list. */
  keys: ReactNode;
  children: ReactNode;
}

/** One field for words, names, digits and ids. */
export function SearchField({ field, typed, onType, keys, children }: SearchFieldProps) {
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-5">
      <div className="relative min-w-0 flex-1 basis-72 sm:max-w-md">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-3"
        />
        <input
          ref={field}
          aria-label="Search calls"
          aria-keyshortcuts="/"
          placeholder="Words, names or digits"
          autoComplete="off"
          maxLength={textMax}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          className={`${controlClasses} h-9 pr-9 pl-9`}
        />
        {keys}
      </div>
      {children}
    </search>
  );
}
