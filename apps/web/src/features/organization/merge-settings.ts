import { isObject, type OrganizationSettings } from '@parley/contract';

export type SettingName = keyof OrganizationSettings;

export const settingLabels: Readonly<Record<SettingName, string>> = {
  name: 'Name',
  country: 'Country',
  timeZone: 'Time zone',
  language: 'Default language',
  openingHours: 'Opening hours and holidays',
  currency: 'Currency',
  prices: 'Prices',
};

export interface Merge {
  /** Mine where I changed something, theirs everywhere else. */
  readonly merged: OrganizationSettings;
  /** What they changed and I did not. */
  readonly theirs: readonly SettingName[];
  /** What both of us changed, to different values. */
  readonly both: readonly SettingName[];
}

/** Three versions of the settings: the one that both began with, mine, and theirs. */
export function mergeSettings(
  base: OrganizationSettings,
  mine: OrganizationSettings,
  theirs: OrganizationSettings,
): Merge {
  const names = Object.keys(settingLabels) as SettingName[];
  const differs = (a: OrganizationSettings, b: OrganizationSettings, name: SettingName) =>
    text(a[name]) !== text(b[name]);
  const changedByMe = names.filter((name) => differs(base, mine, name));
  const changedByThem = names.filter((name) => differs(base, theirs, name));
  const own = Object.fromEntries(changedByMe.map((name) => [name, mine[name]]));
  return {
    merged: { ...theirs, ...own },
    theirs: changedByThem.filter((name) => !changedByMe.includes(name)),
    both: changedByThem.filter((name) => changedByMe.includes(name) && differs(mine, theirs, name)),
  };
}

/** The same for equal values, in whatever order their fields are. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
