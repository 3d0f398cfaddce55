import type { FormErrors } from './form-errors.ts';
import type { ToolDraft } from './tool-draft.ts';

/** What every card of the form is given. */
export interface CardProps {
  draft: ToolDraft;
  errors: FormErrors;
  /** For those who may not change it, and while it is being saved. */
  readOnly: boolean;
  change: (changes: Partial<ToolDraft>) => void;
}
