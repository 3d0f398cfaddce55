/** What a model is told of an answer, in bytes. */
export const longestAnswer = 8_192;

export const cutMark = '\n[cut here: the answer is longer]';

export interface AnswerTextOptions {
  /** Whether all of the answer was read. */
  readonly complete?: boolean;
  /** What was sent in headers, and must not come back. */
  readonly secrets?: readonly string[];
}

/** An answer as text that can be stored, spoken about and shown; never more than 8 kB. */
export function answerText(
  contentType: string | null,
  bytes: Uint8Array,
  { complete = true, secrets = [] }: AnswerTextOptions = {},
): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (bytes.length === 0) return '';
  if (type !== '' && !isReadable(type)) return `[an answer of the type ${plainType(type)}, which is no text]`;
  const text = Buffer.from(bytes).toString('utf8');
  const plain = type === 'text/html' || type === 'application/xhtml+xml' ? withoutTags(text) : text;
  // Before it is cut: of a secret that the cut goes through, the beginning would stay.
  return shortened(withoutSecrets(cleaned(plain), secrets, complete), complete);
}

function isReadable(type: string): boolean {
  return /^text\/|^application\/(?:json|xml|xhtml\+xml|x-www-form-urlencoded|javascript|yaml|problem\+json)$|\+(?:json|xml)$/.test(
    type,
  );
}

/** The other side wrote it, so only what a type may hold is repeated. */
function plainType(type: string): string {
  return /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? type.slice(0, 80) : 'unknown';
}

/** Of a page only its words: the rest tells a model nothing, and is long. */
function withoutTags(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

function cleaned(text: string): string {
  return text.toWellFormed().replace(/[^\P{C}\n\t]|\uFFFD+$/gu, '');
}

function shortened(text: string, complete: boolean): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= longestAnswer && complete) return text;
  const room = longestAnswer - Buffer.byteLength(cutMark);
  // A character that the cut goes through is left out.
  const kept = bytes
    .subarray(0, room)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${kept}${cutMark}`;
}

/** What a mask stands for can be told by nobody, not even its length. */
export const secretMask = '••••••••';

/**
 * Services repeat headers in their answers, above all where something went wrong: as they came, or in the form that a
 * text within a text has.
 */
export function withoutSecrets(text: string, secrets: readonly string[], complete = true): string {
  const forms = secrets
    .flatMap((secret) => [secret, secret.replace(/^(?:bearer|basic|token)\s+/i, '')])
    .filter((secret) => secret.length > 3)
    .flatMap(formsOf)
    .sort((a, b) => b.length - a.length);
  const masked = [...new Set(forms)].reduce((rest, form) => rest.replaceAll(form, secretMask), text);
  return complete ? masked : withoutBeginning(masked, forms);
}

function formsOf(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    quoted.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ];
}

/** Where reading ended within a secret, its beginning stands at the end. */
function withoutBeginning(text: string, forms: readonly string[]): string {
  for (const form of forms)
    for (let length = form.length - 1; length > 3; length -= 1)
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}${secretMask}`;
  return text;
}
