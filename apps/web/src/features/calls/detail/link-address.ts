export interface LinkAddress {
  url: string;
  /** Whose place it is, as the browser will understand the address. */
  place: string;
}

/** Null for what leads to no place outside: other schemes, and addresses that would be read as ones of this site. */
export function addressOf(href: string | undefined): LinkAddress | null {
  const url = URL.parse(href ?? '');
  if (url === null) return null;
  if (url.protocol === 'mailto:') return { url: url.href, place: url.pathname };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.host !== '' ? { url: url.href, place: url.host } : null;
}
