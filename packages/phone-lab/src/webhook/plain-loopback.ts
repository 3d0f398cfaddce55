/** What an OpenSSL client makes of a server that answers in plain text, or that hangs up on the greeting of TLS. */
const notTls = /wrong version number|before secure TLS connection was established/i;

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/**
 * Programs made for Twilio write https:// and wss:// addresses, often without a port, because something with a certificate stands
 * in front of them. On this machine nothing does: a loopback address that turns out not to speak TLS is asked in plain text, and
 * where nobody listens at the usual port, the program whose document named the address is. Gives the address to ask instead, or
 * null where the error is another one.
 */
export function plainAddress(
  url: string,
  error: Error & { code?: string },
  documentUrl: string | null = null,
): string | null {
  const address = new URL(url);
  const isSecure = address.protocol === 'https:' || address.protocol === 'wss:';
  if (!isSecure || !isLoopback(address.hostname)) return null;
  const isUnheard = error.code === 'ECONNREFUSED' && address.port === '';
  const port = isUnheard ? portOf(documentUrl) : notTls.test(error.message) ? address.port || '443' : '';
  if (port === '') return null;
  address.protocol = address.protocol === 'https:' ? 'http:' : 'ws:';
  address.port = port;
  return address.href;
}

function portOf(documentUrl: string | null): string {
  if (!documentUrl) return '';
  const { hostname, port } = new URL(documentUrl);
  return isLoopback(hostname) ? port : '';
}
