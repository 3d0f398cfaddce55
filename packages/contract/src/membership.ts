/** What a token's claims object `m` says about one app: null admits nobody, otherwise the person's role. */
export interface Membership {
  readonly role: string | null;
}

/**
 * An entry for the app lets a person in, and its value is the role. An empty value, `null`, `true` or anything that is
 * no text is a null role, which is enough. `false` says that somebody must not come in, also where it was written as
 * text.
 */
export function membershipIn(entries: unknown, appKey: string): Membership | null {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries)) return null;
  if (!Object.hasOwn(entries, appKey)) return null;
  const value: unknown = (entries as Record<string, unknown>)[appKey];
  if (value === undefined || value === false) return null;
  if (typeof value !== 'string') return { role: null };
  if (value.trim().toLowerCase() === 'false') return null;
  return { role: value === '' ? null : value };
}
