import type { CampaignAccount } from '@parley/contract';
import type { PolicyErrors, PolicyForm } from './policy-form.ts';

export interface PolicyCardProps {
  form: PolicyForm;
  errors: PolicyErrors;
  disabled: boolean;
  /** What the account that calls may do; left out: it was not said. */
  account: CampaignAccount | undefined;
  change: (changes: Partial<PolicyForm>) => void;
}
