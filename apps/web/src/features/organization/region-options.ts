import { agentLanguages, countryCodes } from '@parley/contract';
import type { SelectOption } from '../../ui/select.tsx';

const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

const byLabel = (a: SelectOption, b: SelectOption) => a.label.localeCompare(b.label, 'en');

export const countryOptions: readonly SelectOption[] = [
  { value: '', label: 'Not known' },
  ...countryCodes.map((value) => ({ value, label: regionNames.of(value) ?? value })).toSorted(byLabel),
];

export const currencyOptions: readonly SelectOption[] = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} (${currencyNames.of(value) ?? value})`,
}));

export const languageOptions: readonly SelectOption[] = Object.entries(agentLanguages).map(
  ([value, label]) => ({
    value,
    label,
  }),
);

/** What is stored may be something that this browser does not know. */
export function withCurrent(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return options.some((option) => option.value === value) ? options : [{ value, label: value }, ...options];
}
