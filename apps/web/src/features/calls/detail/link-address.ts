export interface LinkAddress {
  url: string;
  /** The host or mail address, as the browser parses it. */
  destination: string;
}

/** Null for other schemes, and for addresses relative to this site. */
export function externalAddress(href: string | undefined): LinkAddress | null {
  const url = URL.parse(href ?? '');
  if (url === null) return null;
  if (url.protocol === 'mailto:') return { url: url.href, destination: url.pathname };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.host !== '' ? { url: url.href, destination: url.host } : null;
}
