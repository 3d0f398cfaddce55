/** Browsers leave UTC out of their list. */
export const zoneNames: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

export const zoneOption = (value: string) => ({ value, label: value.replaceAll('_', ' ') });

export const zoneOptions: readonly { value: string; label: string }[] = zoneNames.map(zoneOption);
