import { fillAddress, isScalar, type ToolValues } from './address-template.ts';

export interface RequestTemplate {
  readonly method: string;
  readonly address: string;
  readonly headers: readonly TemplateHeader[];
  /** What the model never sees, and cannot overwrite. */
  readonly constants: readonly { readonly name: string; readonly value: string | number | boolean | null }[];
}

export interface TemplateHeader {
  readonly name: string;
  readonly value:
    | { readonly kind: 'text'; readonly text: string }
    /** With what stands before it, such as "Bearer ". */
    | { readonly kind: 'secret'; readonly prefix: string; readonly secret: string };
}

/** A request before its secrets are known. */
export interface FilledRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly TemplateHeader[];
  readonly body: string | null;
}

export type FillOutcome =
  | { readonly ok: true; readonly request: FilledRequest }
  | { readonly ok: false; readonly problem: string };

const longestBody = 64 * 1024;

/**
 * What the address does not use goes behind the question mark, or into the body as JSON where the method has one. `known`
 * are values that earlier tools of the call have answered; they fill the address only.
 */
export function fillRequest(
  template: RequestTemplate,
  input: ToolValues,
  known: ToolValues = {},
): FillOutcome {
  const constants = Object.fromEntries(template.constants.map(({ name, value }) => [name, value]));
  const given = { ...input, ...constants };
  const address = fillAddress(template.address, { ...known, ...given });
  if (!address.ok) return address;
  const { url, used } = address;
  const rest = Object.entries(given).filter(([name]) => !used.has(name));
  const { method, headers } = template;
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of rest) appendTo(url.searchParams, name, value);
    return { ok: true, request: { method, url, headers, body: null } };
  }
  const body = JSON.stringify(Object.fromEntries(rest));
  if (body.length > longestBody) return { ok: false, problem: 'These values are too long for one request.' };
  return { ok: true, request: { method, url, headers, body } };
}

/** A list as the same name again and again; an object as JSON, since nothing else is agreed upon. */
function appendTo(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (isScalar(value)) query.append(name, String(value));
  else if (Array.isArray(value) && value.every(isScalar))
    for (const each of value) query.append(name, String(each));
  else query.append(name, JSON.stringify(value));
}
