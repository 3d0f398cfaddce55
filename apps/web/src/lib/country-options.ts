import { countryCodes } from '@parley/contract';

const regionNames = new Intl.DisplayNames('en', { type: 'region' });

/** The country of numbers that a file has without one. */
export const countryOptions: readonly { value: string; label: string }[] = [
  { value: '', label: 'None: all begin with +' },
  ...countryCodes
    .map((value) => ({ value, label: regionNames.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
];
