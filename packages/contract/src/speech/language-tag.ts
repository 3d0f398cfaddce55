/** A tag that begins with a language of two or three letters, in the form of BCP 47. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/.test(tag) || tag.length > 35) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
