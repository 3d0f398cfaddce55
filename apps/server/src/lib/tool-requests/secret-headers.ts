import type { TemplateHeader } from './fill-request.ts';

export type SecretReading = { readonly ok: true; readonly value: string } | MissingSecret;

interface MissingSecret {
  readonly ok: false;
  readonly problem: string;
  /** It may be read a moment later. */
  readonly passing?: boolean;
}

export type HeadersWithSecrets =
  | {
      readonly ok: true;
      readonly headers: Readonly<Record<string, string>>;
      /** To be kept out of everything that is shown or stored. */
      readonly secrets: readonly string[];
    }
  | MissingSecret;

/** Nothing is sent without its headers. */
export function withoutHeaders({ problem, passing = false }: MissingSecret) {
  return { kind: passing ? 'not_sent' : 'refused', why: problem } as const;
}

export async function headersWithSecrets(
  wanted: readonly TemplateHeader[],
  read: (secret: string) => Promise<SecretReading>,
): Promise<HeadersWithSecrets> {
  const headers: Record<string, string> = {};
  const secrets: string[] = [];
  for (const { name, value } of wanted) {
    const found: SecretReading =
      value.kind === 'text' ? { ok: true, value: value.text } : await read(value.secret);
    if (!found.ok) return found;
    // What is sent is one line; a secret may have been pasted with the end of its line.
    const line = found.value.trim();
    const text = value.kind === 'secret' ? `${value.prefix}${line}` : line;
    if (!isHeaderText(text) || !isHeaderName(name))
      return { ok: false, problem: `The header "${name}" holds characters that no header can have.` };
    if (value.kind === 'secret') secrets.push(line);
    headers[name.toLowerCase()] = text;
  }
  return { ok: true, headers, secrets };
}

/** Latin letters only: whatever else is read by the other side as it likes. */
export function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\xa0-\xff]*$/.test(text);
}

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name);
}
