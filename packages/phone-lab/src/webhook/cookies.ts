interface Cookie {
  name: string;
  value: string;
  host: string;
  /** Sent to subdomains too. */
  isForDomain: boolean;
  path: string;
  secure: boolean;
  /** By the machine's date; null until the end of the call. */
  expiresAt: number | null;
}

/** Limits, so that an application that sets a new cookie with every response does not fill the memory. */
const mostCookies = 50;
const longestCookie = 4_096;

/** The cookies of one call. */
export class CookieJar {
  #cookies: Cookie[] = [];

  /** Stores the `Set-Cookie` headers of a response from this address. */
  keep(url: string, headers: readonly string[]): void {
    for (const header of headers) {
      const cookie = header.length > longestCookie ? null : readCookie(new URL(url), header);
      if (!cookie) continue;
      const { name, host, path } = cookie;
      this.#cookies = this.#cookies.filter(
        (one) => one.name !== name || one.host !== host || one.path !== path,
      );
      if (!isExpired(cookie)) this.#cookies.push(cookie);
    }
    this.#cookies = this.#cookies.slice(-mostCookies);
  }

  /** The `Cookie` header for a request to this address; null without cookies. */
  header(url: string): string | null {
    const { hostname, pathname, protocol } = new URL(url);
    const matching = this.#cookies
      .filter((one) => !isExpired(one) && (protocol === 'https:' || !one.secure))
      .filter((one) => hostname === one.host || (one.isForDomain && hostname.endsWith(`.${one.host}`)))
      .filter((one) => isBelow(pathname, one.path))
      .sort((one, other) => other.path.length - one.path.length);
    return matching.length > 0 ? matching.map(({ name, value }) => `${name}=${value}`).join('; ') : null;
  }
}

function readCookie(from: URL, header: string): Cookie | null {
  const [pair = '', ...rest] = header.split(';');
  const [name, value] = split(pair);
  if (!name || value === null) return null;
  const attributes = new Map(
    rest.map((part) => split(part)).map(([key, text]) => [key.toLowerCase(), text ?? '']),
  );
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  if (domain && from.hostname !== domain && !from.hostname.endsWith(`.${domain}`)) return null;
  const path = attributes.get('path') ?? '';
  return {
    name,
    value,
    host: domain || from.hostname,
    isForDomain: domain !== '',
    path: path.startsWith('/') ? path : from.pathname.slice(0, Math.max(1, from.pathname.lastIndexOf('/'))),
    secure: attributes.has('secure'),
    expiresAt: expiry(attributes),
  };
}

function split(pair: string): [string, string | null] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair.trim(), null] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function expiry(attributes: ReadonlyMap<string, string>): number | null {
  const seconds = attributes.get('max-age');
  if (seconds !== undefined && /^-?\d+$/.test(seconds)) return Date.now() + Number(seconds) * 1000;
  const date = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(date) ? null : date;
}

function isExpired({ expiresAt }: Cookie): boolean {
  return expiresAt !== null && expiresAt <= Date.now();
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
