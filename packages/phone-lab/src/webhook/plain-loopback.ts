/** OpenSSL's errors for a server that responds in plain text or closes the connection during the TLS handshake. */
const notTls = /wrong version number|before secure TLS connection was established/i;

/** Hosts known not to speak TLS, so that not every request begins with a failed handshake. */
const plainHosts = new Set<string>();

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** The address to try first: plain text where TLS failed before. */
export function firstAddress(url: string): string {
  const address = new URL(url);
  return isSecure(address) && plainHosts.has(address.host) ? plainOf(address, address.port || '443') : url;
}

/** The host did not respond: another program may listen there next time, so TLS is tried again. */
export function forgetPlainHost(url: string): void {
  plainHosts.delete(new URL(url).host);
}

/**
 * Programs made for Twilio use https:// and wss:// addresses, often without a port, because they expect a TLS proxy in front of
 * them. On this machine there is none. Returns the plain-text address to try after this error: the same host where it does not
 * speak TLS, or the port of the program that served the document where nothing listens on the default port. Null for other errors.
 */
export function plainAddress(
  url: string,
  error: Error & { code?: string },
  documentUrl: string | null = null,
): string | null {
  const address = new URL(url);
  if (!isSecure(address) || !isLoopback(address.hostname)) return null;
  if (notTls.test(error.message)) {
    plainHosts.add(address.host);
    return firstAddress(url);
  }
  const isDefaultPortClosed = error.code === 'ECONNREFUSED' && address.port === '';
  const port = isDefaultPortClosed ? portOf(documentUrl) : '';
  return port === '' ? null : plainOf(address, port);
}

/**
 * The headers that a TLS proxy would add: the original host and protocol. Empty where the address is used as it is written.
 */
export function proxyHeaders(written: string, used: string): Record<string, string> {
  const address = new URL(written);
  if (!isSecure(address) || isSecure(new URL(used))) return {};
  return { Host: address.host, 'X-Forwarded-Proto': 'https' };
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'wss:';
}

function plainOf(address: URL, port: string): string {
  const plain = new URL(address);
  plain.protocol = address.protocol === 'https:' ? 'http:' : 'ws:';
  plain.port = port;
  return plain.href;
}

function portOf(documentUrl: string | null): string {
  if (!documentUrl) return '';
  const { hostname, port } = new URL(documentUrl);
  return isLoopback(hostname) ? port : '';
}
