import { useCallback } from 'react';
import { parsePhoneInput } from '../features/calls/new-call/parse-phone-input.ts';
import { useOrganization } from '../features/organization/use-organization.ts';
import { useCalling } from '../lib/use-calling.ts';

/** Reads a phone number as somebody types it: without a calling code it is one of the organization's country. */
export function useReadNumber(): (typed: string) => string | null {
  const country = useCountry();
  return useCallback((typed) => parsePhoneInput(typed, country), [country]);
}

/** The country of numbers without a calling code; null when it is not known. */
export function useCountry(): string | null {
  const deployment = useCalling().data?.country ?? null;
  return useOrganization().data?.settings.country ?? deployment;
}
