import { Moon, Sun } from 'lucide-react';
import { useDarkMode } from '../../lib/theme.ts';

export function DarkModeToggle() {
  const [dark, setDark] = useDarkMode();
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={() => setDark(!dark)}
      className="flex h-9 items-center gap-3 rounded-box px-2.5 font-medium text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      Dark mode
      <span
        aria-hidden="true"
        className={`ml-auto flex h-4 w-7 items-center rounded-full border border-control px-0.5 ${dark ? 'justify-end' : ''}`}
      >
        <span className="size-2.5 rounded-full bg-ink-2" />
      </span>
    </button>
  );
}
