import { useEffect, useRef, useState } from 'react';
import { fieldErrors, noErrors } from './field-errors.ts';

/**
 * The sentences of the contract for the fields of a form, shown from the first attempt to send it. Each attempt with
 * mistakes focuses the first of them.
 */
export function useMistakes(schema: Parameters<typeof fieldErrors>[0], body: object) {
  const element = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);

  /** Otherwise the mistakes are shown. */
  function hasNone(): boolean {
    const isRight = fieldErrors(schema, body).size === 0;
    if (!isRight) setAttempts((count) => count + 1);
    return isRight;
  }

  return { element, errors: attempts > 0 ? fieldErrors(schema, body) : noErrors, hasNone };
}
