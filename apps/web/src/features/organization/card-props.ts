import type { ReactNode } from 'react';
import type { FormErrors } from './form-errors.ts';
import type { FormState } from './form-state.ts';

/** What every card of the form needs. */
export interface CardProps {
  readonly form: FormState;
  readonly errors: FormErrors;
  /** Not permitted, or being saved. */
  readonly disabled: boolean;
  readonly change: (changes: Partial<FormState>) => void;
}

/** Settings that are kept elsewhere, and are saved with the same button. */
export interface OtherSettings {
  readonly card: ReactNode;
  readonly dirty: boolean;
  readonly busy: boolean;
  /** How many mistakes keep them from being saved, and how many of them are marked. */
  readonly mistakes: number;
  readonly marked: number;
  readonly markMistakes: () => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** Null: nothing was left unsent. */
  readonly restore: (() => void) | null;
}
