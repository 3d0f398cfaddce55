import { type FormEvent, useState } from 'react';

/** A form's one act: busy while it runs, and the sentence of what went wrong. */
export function useSubmit(act: (form: FormData) => Promise<string | null>): {
  busy: boolean;
  error: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function run(form: FormData): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      setError(await act(form));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Something went wrong. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    error,
    onSubmit(event) {
      event.preventDefault();
      if (!busy) void run(new FormData(event.currentTarget));
    },
  };
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
