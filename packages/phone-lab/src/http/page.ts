import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';

const types: Record<string, string | undefined> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const folder = new URL('../page/', import.meta.url);
const names = new Set(readdirSync(folder).filter((name) => types[extname(name)] !== undefined));

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The handset page; false when the path is not one of its files. */
export function servePage(method: string, path: string, response: ServerResponse): boolean {
  const name = path === '/' ? 'index.html' : path.slice(1);
  if (!names.has(name) || (method !== 'GET' && method !== 'HEAD')) return false;
  const body = readFileSync(new URL(name, folder));
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(name)],
    'Content-Length': String(body.length),
  });
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}
