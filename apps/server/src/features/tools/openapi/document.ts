import { isObject } from '@parley/contract';
import { parse } from 'yaml';

export type Json = Readonly<Record<string, unknown>>;

export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** An OpenAPI document of version 3, written as JSON or YAML. Throws UnreadableDocument with a sentence. */
export function parseDocument(text: string): Json {
  const document = parsed(text);
  if (!isObject(document)) throw new UnreadableDocument('This is no OpenAPI document in JSON or YAML.');
  if (typeof document.swagger === 'string')
    throw new UnreadableDocument('This document is of version 2 (Swagger). Convert it to OpenAPI 3 first.');
  if (typeof document.openapi !== 'string' || !document.openapi.startsWith('3.'))
    throw new UnreadableDocument('The document does not say that it is OpenAPI 3.');
  if (!isObject(document.paths)) throw new UnreadableDocument('The document describes no operations.');
  return document;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // YAML holds JSON, so what is neither is reported once.
  }
  try {
    // Few aliases: a short document of aliases of aliases would fill the memory.
    return parse(text, { maxAliasCount: 50, logLevel: 'silent' });
  } catch {
    return null;
  }
}

/** References within the document; others are not fetched. */
export function resolverOf(document: Json): (value: unknown) => unknown {
  return (value) => {
    let found = value;
    for (let steps = 0; steps < 10 && isObject(found) && typeof found.$ref === 'string'; steps += 1)
      found = found.$ref.startsWith('#/') ? at(document, found.$ref) : undefined;
    return found;
  };
}

function at(document: Json, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => {
      if (Array.isArray(value)) return value[Number(step)];
      return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }, document);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Where the service is; null where the document does not say it fully. `from` is where the document was found. */
export function serverOf(servers: unknown, from: string | null): string | null {
  const [first] = Array.isArray(servers) ? (servers as unknown[]) : [];
  const url =
    isObject(first) && typeof first.url === 'string' ? withDefaults(first.url, first.variables) : '/';
  const parsed = URL.parse(url) ?? (from === null ? null : URL.parse(url, from));
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return `${parsed.origin}${parsed.pathname}`.replace(/\/$/, '');
}

function withDefaults(url: string, variables: unknown): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    return isObject(variable) ? String(variable.default ?? '') : '';
  });
}
