import { noPrices } from '@parley/contract';
import type { StartingSettings } from '../../ports/organization-store.ts';

/** What a new organization starts with: the deployment's time zone, and the country of its caller id. */
export function startingSettings({
  timeZone,
  country,
}: {
  readonly timeZone: string;
  readonly country: string | null;
}): StartingSettings {
  return {
    country,
    timeZone,
    language: 'en-US',
    openingHours: { week: null, holidays: [] },
    currency: 'USD',
    prices: noPrices,
  };
}
