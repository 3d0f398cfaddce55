import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';

const files: Record<string, [string, string] | undefined> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
};

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The lab's own page; false when the path is not one of its files. */
export function servePage(method: string, path: string, response: ServerResponse): boolean {
  const file = files[path];
  if (!file || (method !== 'GET' && method !== 'HEAD')) return false;
  const body = readFileSync(new URL(`../page/${file[0]}`, import.meta.url));
  response.writeHead(200, { ...headers, 'Content-Type': file[1], 'Content-Length': String(body.length) });
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}
