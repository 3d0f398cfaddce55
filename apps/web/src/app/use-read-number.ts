import { useCallback } from 'react';
import { countryOf, parsePhoneInput } from '../features/calls/new-call/parse-phone-input.ts';
import { useOrganization } from '../features/organization/use-organization.ts';
import { useCalling } from '../lib/use-calling.ts';

/**
 * Reads a phone number as somebody types it: without a calling code it is one of the country that the agent calls from, where
 * one calls, or else of the organization's.
 */
export function useReadNumber(callerId: string | null = null): (typed: string) => string | null {
  const own = useCountry();
  const country = countryOf(callerId) ?? own;
  return useCallback((typed) => parsePhoneInput(typed, country), [country]);
}

/** The country of numbers without a calling code; null when it is not known. */
export function useCountry(): string | null {
  const deployment = useCalling().data?.country ?? null;
  return useOrganization().data?.settings.country ?? deployment;
}
