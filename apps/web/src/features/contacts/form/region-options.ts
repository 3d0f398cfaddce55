import { agentLanguages, languageLabel } from '@parley/contract';
import type { SelectOption } from '../../../ui/select.tsx';

const notKnown: SelectOption = { value: '', label: 'Not known' };

/** Browsers leave UTC out of their list. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** What is stored may be something that this list does not have. */
export function languageOptions(current: string): readonly SelectOption[] {
  const offered = Object.entries(agentLanguages).map(([value, label]) => ({ value, label }));
  const isOffered = current === '' || Object.hasOwn(agentLanguages, current);
  return [notKnown, ...(isOffered ? [] : [{ value: current, label: languageLabel(current) }]), ...offered];
}

/** The same list for every zone that it has: a select with hundreds of options is rendered again for another list. */
export function zoneOptions(current: string): readonly SelectOption[] {
  const isOffered = current === '' || zones.includes(current);
  return isOffered ? offeredZones : [zoneOption(current), ...offeredZones];
}

const zoneOption = (value: string) => ({ value, label: value.replaceAll('_', ' ') });
const offeredZones: readonly SelectOption[] = [notKnown, ...zones.map(zoneOption)];
