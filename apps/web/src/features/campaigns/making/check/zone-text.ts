import type { Recipient } from '../../../../lib/parsing/campaigns.ts';

const sources = {
  hand: 'chosen by hand',
  file: 'from the file',
  contact: 'from the contact',
  number: 'by the number',
  sandbox: 'as the organization, in the sandbox',
} as const;

/** Where the person is and how that was found, such as "New York, by the number". */
export function zoneText({ zones, zoneSource }: Pick<Recipient, 'zones' | 'zoneSource'>): string {
  if (zones.length === 0) return 'Place not known';
  const places = zones.map(placeOf).join(' or ');
  return zoneSource === null ? places : `${places}, ${sources[zoneSource]}`;
}

/** America/Argentina/Buenos_Aires is Buenos Aires. */
export const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
