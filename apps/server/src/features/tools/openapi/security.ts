import { isObject, type ToolHeader } from '@parley/contract';
import type { Json } from './document.ts';

export type SecurityHeaders =
  | { readonly ok: true; readonly headers: readonly ToolHeader[] }
  | { readonly ok: false; readonly problem: string };

/** The headers that the service wants to be shown, each with the name of a secret that is still to be entered. */
export function securityHeaders(
  document: Json,
  operation: Json,
  resolve: (value: unknown) => unknown,
): SecurityHeaders {
  const wanted = operation.security ?? document.security;
  const ways = (Array.isArray(wanted) ? wanted : []).filter(isObject);
  // Any one of them is enough, and an empty one says that it goes without.
  if (ways.length === 0 || ways.some((way) => Object.keys(way).length === 0))
    return { ok: true, headers: [] };
  const [schemes] = [isObject(document.components) ? document.components.securitySchemes : undefined];
  let problem = 'How the service knows its callers is not described.';
  for (const way of ways) {
    const headers = Object.keys(way).map((name) =>
      headerOf(name, resolve(isObject(schemes) ? schemes[name] : undefined)),
    );
    const failed = headers.find((header) => typeof header === 'string');
    if (failed === undefined)
      return { ok: true, headers: headers.filter((each) => typeof each !== 'string') };
    problem = failed;
  }
  return { ok: false, problem };
}

function headerOf(name: string, scheme: unknown): ToolHeader | string {
  if (!isObject(scheme)) return 'How the service knows its callers is not described.';
  const secret = secretNameOf(name);
  const header = (header: string, prefix: string): ToolHeader => ({
    name: header,
    value: { kind: 'secret', prefix, secret },
  });
  if (scheme.type === 'apiKey') {
    if (scheme.in === 'header' && typeof scheme.name === 'string') return header(scheme.name, '');
    return 'It wants its key in the address or in a cookie; secrets are sent in headers only.';
  }
  if (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'basic')
    return header('Authorization', 'Basic ');
  if (scheme.type === 'http' || scheme.type === 'oauth2' || scheme.type === 'openIdConnect')
    return header('Authorization', 'Bearer ');
  return 'How it knows its callers is not supported.';
}

function secretNameOf(name: string): string {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'key' : plain;
}
