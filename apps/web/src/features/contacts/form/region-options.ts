import { agentLanguages, languageLabel } from '@parley/contract';
import { zoneOptions as allZones, zoneNames, zoneOption } from '../../../lib/zone-options.ts';
import type { SelectOption } from '../../../ui/select.tsx';

const notKnown: SelectOption = { value: '', label: 'Not known' };

/** What is stored may be something that this list does not have. */
export function languageOptions(current: string): readonly SelectOption[] {
  const offered = Object.entries(agentLanguages).map(([value, label]) => ({ value, label }));
  const isOffered = current === '' || Object.hasOwn(agentLanguages, current);
  return [notKnown, ...(isOffered ? [] : [{ value: current, label: languageLabel(current) }]), ...offered];
}

/** The same list for every zone that it has: a select with hundreds of options is rendered again for another list. */
export function zoneOptions(current: string): readonly SelectOption[] {
  const isOffered = current === '' || zoneNames.includes(current);
  return isOffered ? offeredZones : [zoneOption(current), ...offeredZones];
}

const offeredZones: readonly SelectOption[] = [notKnown, ...allZones];
