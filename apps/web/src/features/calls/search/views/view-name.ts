import { limits } from '@parley/contract';
import { type ChangeEvent, type SubmitEvent, useState } from 'react';

export function nameError(name: string): string | null {
  const length = [...name.trim()].length;
  if (length === 0) return 'A view needs a name.';
  return length > limits.viewNameMax
    ? `The name of a view may have at most ${limits.viewNameMax} characters.`
    : null;
}

/** What is typed as the name of a view. `field` is for its text field; a good name is sent. */
export function useViewName(initial: string) {
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const name = typed.trim();
  return {
    name,
    setError,
    field: {
      autoComplete: 'off',
      value: typed,
      count: { length: [...name].length, max: limits.viewNameMax },
      error,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setTyped(event.target.value);
        setError(null);
      },
    },
    submit: (send: () => void) => (event: SubmitEvent) => {
      event.preventDefault();
      const wrong = nameError(typed);
      setError(wrong);
      if (wrong === null) send();
    },
  };
}
