import type { OutcomeValue } from '../../../../lib/parsing/outcomes.ts';

/** A value as its control holds it; the empty text stands for "not known". */
export function typedOf(value: OutcomeValue | null): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

export type Typed = { value: OutcomeValue | null } | { error: string };

/** The value that is sent; the server checks it against the field once more. */
export function parseTyped(type: string, typed: string): Typed {
  const text = typed.trim();
  if (text === '') return { value: null };
  if (type === 'yes_no') return { value: text === 'yes' };
  if (type !== 'number') return { value: text };
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? { value: number } : { error: 'This is not a number.' };
}
