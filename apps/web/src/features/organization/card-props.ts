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
