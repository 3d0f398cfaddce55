/** The address of a tool, with `{placeholders}` in its path and its query and nowhere else. */
export type ToolScalar = string | number | boolean;
export type ToolValues = Readonly<Record<string, unknown>>;

export type FilledAddress =
  | { readonly ok: true; readonly url: URL; readonly used: ReadonlySet<string> }
  /** A sentence for the model, or for whoever tries the tool. */
  | { readonly ok: false; readonly problem: string };

interface AddressParts {
  readonly origin: string;
  readonly path: string;
  readonly query: string | null;
}

const placeholder = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g;
const longestAddress = 8_192;

/** Null where the text is no address that a tool may have. */
function partsOf(template: string): AddressParts | null {
  // Backslashes, control characters and blanks are read differently by different programs.
  const parts = /^(https?:\/\/[^/?#\\\s{}@]+)(\/[^?#\\\s]*)?(?:\?([^#\\\s]*))?$/i.exec(template);
  if (!parts?.[1] || !URL.canParse(parts[1])) return null;
  return { origin: parts[1], path: parts[2] ?? '/', query: parts[3] ?? null };
}

/** What is wrong with an address as it was typed; null: nothing. */
export function addressTemplateProblem(template: string): string | null {
  if (template.length > longestAddress) return 'The address is too long.';
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(template))
    return 'The address must not hold a name or password. Put it into a header, as a secret.';
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*[{}]/i.test(template))
    return 'Placeholders may stand in the path and behind the question mark, not in the name of the host.';
  const parts = partsOf(template);
  if (!parts) return 'The address must look like https://practice.example.com/times.';
  const rest = `${parts.path}${parts.query ?? ''}`.replace(placeholder, '');
  return /[{}]/.test(rest) ? 'Every { of the address needs a name and a }.' : null;
}

export function placeholdersOf(template: string): string[] {
  return [...new Set([...template.matchAll(placeholder)].map(([, name]) => name ?? ''))];
}

/**
 * Puts values into an address. Whatever they hold, they stay inside the place that they were given: a value cannot end its
 * part of the path, begin a query, or lead to another host.
 */
export function fillAddress(template: string, values: ToolValues): FilledAddress {
  const refused = addressTemplateProblem(template);
  const parts = partsOf(template);
  if (refused !== null || !parts) return { ok: false, problem: refused ?? 'The address cannot be read.' };
  const used = new Set<string>();
  let problem: string | null = null;
  const fill = (text: string, mayBeEmpty: boolean) =>
    text.replace(placeholder, (_, name: string) => {
      used.add(name);
      const encoded = encodedValue(Object.hasOwn(values, name) ? values[name] : undefined);
      if (encoded === null || (encoded === '' && !mayBeEmpty)) {
        problem ??= `The address needs a value for "${name}": a text, a number, or true or false.`;
        return '';
      }
      return encoded;
    });
  const segments = parts.path.split('/').map((segment) => {
    const filled = fill(segment, false);
    // Programs on the way would take it for a step up, in whichever way it is written.
    if (filled !== segment && /^(?:\.|%2e){1,2}$/i.test(filled))
      problem ??= 'A value of the address must not be "." or "..".';
    return filled;
  });
  // A pair whose value was not given is left out: it may be one that need not be.
  const pairs = (parts.query ?? '')
    .split('&')
    .filter((pair) => {
      const missing = placeholdersOf(pair).filter(
        (name) => (Object.hasOwn(values, name) ? values[name] : null) == null,
      );
      for (const name of missing) used.add(name);
      return missing.length === 0;
    })
    .map((pair) => fill(pair, true))
    .join('&');
  const query = pairs === '' ? '' : `?${pairs}`;
  if (problem !== null) return { ok: false, problem };
  const text = `${parts.origin}${segments.join('/')}${query}`;
  const url = text.length > longestAddress ? null : URL.parse(text);
  if (!url) return { ok: false, problem: 'The address is too long with these values.' };
  return { ok: true, url, used };
}

export function isScalar(value: unknown): value is ToolScalar {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

function encodedValue(value: unknown): string | null {
  if (!isScalar(value)) return null;
  const text = String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : null;
}
