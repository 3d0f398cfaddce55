/** Settings in the environment with which a part measures at another size than the recorded one. */
const sizeSettings = [
  'HISTORY_CALLS',
  'SEARCH_CALLS',
  'REPORT_CALLS',
  'REPORT_TENANTS',
  'EXPORT_CALLS',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export function sizeSetting(name: (typeof sizeSettings)[number]): number | undefined {
  const value = process.env[name];
  return value === undefined ? undefined : Number(value);
}

/** Whether anything is measured at another size: such a run is not recorded. */
export const hasSizeSetting = (environment: Environment): boolean =>
  sizeSettings.some((name) => environment[name] !== undefined);
