import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type SecurityOptions, securityHeaders } from './security.ts';

function headersFor(options: SecurityOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = { setHeader: (name: string, value: string) => (headers[name] = value) };
  securityHeaders(options)(response as unknown as ServerResponse);
  return headers;
}

const onEveryAnswer = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': expect.stringMatching(/^accelerometer=\(\), .*, xr-spatial-tracking=\(\)$/),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

test('without https: no transport security, scripts from this server alone', () => {
  expect(headersFor({ scriptHosts: [], https: false })).toEqual({
    ...onEveryAnswer,
    'content-security-policy':
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;connect-src 'self';font-src 'self';worker-src 'self';frame-src 'none';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  });
});

test('with https and the scripts of an identity provider', () => {
  expect(headersFor({ scriptHosts: ['clerk.example.com', 'b.example'], https: true })).toEqual({
    ...onEveryAnswer,
    'content-security-policy':
      "default-src 'self';script-src 'self' https://clerk.example.com https://b.example;style-src 'self' 'unsafe-inline';img-src 'self' data: https://img.clerk.com;connect-src 'self' https://clerk.example.com https://b.example;font-src 'self';worker-src 'self' blob:;frame-src https://clerk.example.com https://b.example;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';upgrade-insecure-requests",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
});
