import type { CampaignPolicy } from '@parley/contract';
import { useState } from 'react';
import { formOf, isSameForm, noErrors, type PolicyForm, readPolicy } from './policy-form.ts';

/** A policy while somebody changes it. Mistakes are said once it was to be saved. */
export function usePolicyForm(policy: CampaignPolicy) {
  const saved = formOf(policy);
  const [form, setForm] = useState<PolicyForm>(saved);
  const [isSubmitted, setSubmitted] = useState(false);
  const read = readPolicy(form);
  return {
    form,
    read,
    dirty: !isSameForm(form, saved),
    errors: isSubmitted && 'errors' in read ? read.errors : noErrors,
    setSubmitted,
    change: (changes: Partial<PolicyForm>) => setForm((before) => ({ ...before, ...changes })),
  };
}
