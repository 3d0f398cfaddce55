import { isIPv4 } from 'node:net';

/** Whether a host leads to this very machine. A name such as 127.example.com does not, whatever it begins with. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

export function isLoopbackUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return isLoopbackHost(host.replace(/^\[|\]$/g, ''));
}

/** What the settings say about who can come here. */
export interface ReachSettings {
  readonly host: string;
  readonly publicUrl: string | null;
  readonly webOrigins: readonly string[] | null;
  readonly trustProxy: boolean | string;
}

/** Whether the settings say that others than this machine's own people can reach the server. */
export function isReachable({ host, publicUrl, webOrigins, trustProxy }: ReachSettings): boolean {
  const named = [...(publicUrl === null ? [] : [publicUrl]), ...(webOrigins ?? [])];
  return !isLoopbackHost(host) || trustProxy !== false || !named.every(isLoopbackUrl);
}

/** Whether the settings name an address that a proxy most likely stands behind, and no proxy. */
export function isProxyUnnamed({ publicUrl, webOrigins, trustProxy }: ReachSettings): boolean {
  const named = [...(publicUrl === null ? [] : [publicUrl]), ...(webOrigins ?? [])];
  return trustProxy === false && !named.every(isLoopbackUrl);
}
