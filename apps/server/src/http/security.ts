import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface SecurityOptions {
  /** Hosts that the identity provider's scripts come from; empty for the built-in one. */
  readonly scriptHosts: readonly string[];
  readonly https: boolean;
}

export type SetSecurityHeaders = (response: ServerResponse) => void;

/** The headers are the same on every answer, so they are put together once. */
export function securityHeaders(options: SecurityOptions): SetSecurityHeaders {
  const headers = Object.entries({
    'content-security-policy': contentSecurityPolicy(options),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // Turns off the XSS filter of old browsers, which caused vulnerabilities itself.
    'x-xss-protection': '0',
  });
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

/** Set on the raw response, so that answers which bypass the framework carry them too. */
export function addSecurityHeaders(app: FastifyInstance, setHeaders: SetSecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    setHeaders(reply.raw);
    done();
  });
}

function contentSecurityPolicy({ scriptHosts, https }: SecurityOptions): string {
  const hosts = scriptHosts.map((host) => `https://${host}`);
  const hosted = hosts.length > 0;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hosts],
    // Radix and Sonner position popovers with inline styles.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...(hosted ? ['https://img.clerk.com'] : [])],
    'connect-src': ["'self'", ...hosts],
    'font-src': ["'self'"],
    'worker-src': ["'self'", ...(hosted ? ['blob:'] : [])],
    'frame-src': hosted ? hosts : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';');
}

/**
 * The web app uses none of these features, so no page, frame or injected script may ask for one. Passkeys and the
 * clipboard keep the browser's default. The sandbox handset, which uses the microphone, is a page of another origin.
 */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');
