/** What an OpenSSL client makes of a server that answers in plain text, or that hangs up on the greeting of TLS. */
const notTls = /wrong version number|before secure TLS connection was established/i;

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/**
 * Programs made for Twilio write https:// and wss:// addresses, because something with a certificate stands in front of them.
 * On this machine nothing does: a loopback address that turns out not to speak TLS is asked in plain text. Gives that address,
 * or null where the error is another one.
 */
export function plainAddress(url: string, error: Error): string | null {
  const address = new URL(url);
  const isSecure = address.protocol === 'https:' || address.protocol === 'wss:';
  if (!isSecure || !isLoopback(address.hostname) || !notTls.test(error.message)) return null;
  const port = address.port || '443';
  address.protocol = address.protocol === 'https:' ? 'http:' : 'ws:';
  address.port = port;
  return address.href;
}
