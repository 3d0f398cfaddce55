import { isIPv4 } from 'node:net';

/** Whether a host is this machine. A name such as 127.example.com is not. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

export function isLoopbackUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return isLoopbackHost(host.replace(/^\[|\]$/g, ''));
}

/** Settings that show who can reach the server. */
export interface ReachSettings {
  readonly host: string;
  readonly publicUrl: string | null;
  readonly webOrigins: readonly string[] | null;
  readonly trustProxy: boolean | string;
}

/** Whether the settings allow other machines to reach the server. */
export function isReachable({ host, publicUrl, webOrigins, trustProxy }: ReachSettings): boolean {
  const named = [...(publicUrl === null ? [] : [publicUrl]), ...(webOrigins ?? [])];
  return !isLoopbackHost(host) || trustProxy !== false || !named.every(isLoopbackUrl);
}

/** Whether the settings name a public address, which implies a proxy, but no proxy. */
export function isProxyUnnamed({ publicUrl, webOrigins, trustProxy }: ReachSettings): boolean {
  const named = [...(publicUrl === null ? [] : [publicUrl]), ...(webOrigins ?? [])];
  return trustProxy === false && !named.every(isLoopbackUrl);
}
