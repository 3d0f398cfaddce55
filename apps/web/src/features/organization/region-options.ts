import { countryCodes } from '@parley/contract';
import type { SelectOption } from '../../ui/select.tsx';

const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const byLabel = (a: SelectOption, b: SelectOption) => a.label.localeCompare(b.label, 'en');

export const countryOptions: readonly SelectOption[] = [
  { value: '', label: 'Not known' },
  ...countryCodes.map((value) => ({ value, label: regionNames.of(value) ?? value })).toSorted(byLabel),
];

export const currencyOptions: readonly SelectOption[] = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} (${currencyNames.of(value) ?? value})`,
}));

/** Browsers leave UTC out of their list. */
export const zoneOptions: readonly SelectOption[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(
  (value) => ({ value, label: value.replaceAll('_', ' ') }),
);

const languages = [
  'en-US',
  'en-GB',
  'en-AU',
  'es-ES',
  'es-US',
  'es-MX',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CA',
];

export const languageOptions: readonly SelectOption[] = languages.map((value) => ({
  value,
  label: languageNames.of(value) ?? value,
}));

/** What is stored may be something that this browser does not know. */
export function withCurrent(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return options.some((option) => option.value === value) ? options : [{ value, label: value }, ...options];
}
