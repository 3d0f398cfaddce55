import type { IncomingHttpHeaders } from 'node:http';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Any web page can make a browser send requests to loopback. Such a request names a foreign host (DNS rebinding) or
 * carries a foreign origin; both are refused. Returns the reason, or null when the request may pass.
 */
export function refusal(headers: IncomingHttpHeaders, port: number): string | null {
  const host = headers.host ?? '';
  const match = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase());
  if (!match || !loopbackNames.has(match[1] ?? '') || Number(match[2] ?? 80) !== port) {
    return `phone-lab answers on loopback only; the request was for the host "${host}".`;
  }
  // Requests without an Origin header too: images and scripts of a foreign page have none.
  const from = headers['sec-fetch-site'];
  const isLink = headers['sec-fetch-mode'] === 'navigate';
  if (from !== undefined && from !== 'same-origin' && from !== 'none' && !isLink)
    return 'phone-lab takes no requests from other origins.';
  const { origin } = headers;
  if (origin === undefined) return null;
  if (!URL.canParse(origin)) return 'phone-lab takes no requests from other origins.';
  const url = new URL(origin);
  const own = url.protocol === 'http:' && loopbackNames.has(url.hostname) && Number(url.port || 80) === port;
  return own ? null : 'phone-lab takes no requests from other origins.';
}
