import type { PolicyErrors, PolicyForm } from './policy-form.ts';

export interface PolicyCardProps {
  form: PolicyForm;
  errors: PolicyErrors;
  disabled: boolean;
  change: (changes: Partial<PolicyForm>) => void;
}
