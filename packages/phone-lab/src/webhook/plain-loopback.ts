/** What an OpenSSL client makes of a server that answers in plain text, or that hangs up on the greeting of TLS. */
const notTls = /wrong version number|before secure TLS connection was established/i;

/** Found out to speak no TLS: a program need not be greeted in vain, and complain of it, with every request. */
const plainHosts = new Set<string>();

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** The address to ask first: in plain text where TLS was tried before in vain. */
export function firstAddress(url: string): string {
  const address = new URL(url);
  return isSecure(address) && plainHosts.has(address.host) ? plainOf(address, address.port || '443') : url;
}

/** It did not answer: next time it may be somebody else who does. */
export function forgetPlainHost(url: string): void {
  plainHosts.delete(new URL(url).host);
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
  if (!isSecure(address) || !isLoopback(address.hostname)) return null;
  if (notTls.test(error.message)) {
    plainHosts.add(address.host);
    return firstAddress(url);
  }
  const isUnheard = error.code === 'ECONNREFUSED' && address.port === '';
  const port = isUnheard ? portOf(documentUrl) : '';
  return port === '' ? null : plainOf(address, port);
}

/**
 * What a proxy with a certificate would tell the program behind it: that TLS was spoken, and with which host. Empty where the
 * address is asked as it is written.
 */
export function proxyHeaders(written: string, asked: string): Record<string, string> {
  const address = new URL(written);
  if (!isSecure(address) || isSecure(new URL(asked))) return {};
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
