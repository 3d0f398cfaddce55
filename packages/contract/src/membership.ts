/** The entry of a token's claim `m` for one app. */
export interface Membership {
  readonly role: string | null;
}

/**
 * An entry for the app gives access, and its value is the role. An empty value, `null`, `true` or any other value that is
 * not a string gives access without a role. `false`, also as a string, denies it.
 */
export function membershipOf(entries: unknown, appKey: string): Membership | null {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) return null;
  if (!Object.hasOwn(entries, appKey)) return null;
  const value: unknown = (entries as Record<string, unknown>)[appKey];
  if (value === undefined || value === false) return null;
  if (typeof value !== 'string') return { role: null };
  if (value.trim().toLowerCase() === 'false') return null;
  return { role: value === '' ? null : value };
}
