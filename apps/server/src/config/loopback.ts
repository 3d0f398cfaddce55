import { isIPv4 } from 'node:net';

/** Whether an address leads to this very machine. A name such as 127.example.com does not, whatever it begins with. */
export function isLoopbackUrl(url: string): boolean {
  const host = new URL(url).hostname;
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
