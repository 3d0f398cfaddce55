/** A word of a known set, or one that a newer server has added: shown as it is. */
export type Open<Known extends string> = Known | (string & {});

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** A field that is missing, or is something else than text, is no text. */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** An instant that a calendar can read. */
export function instant(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
}

const reported = new Set<string>();

/** Said once on this page, however often the same thing comes again. Never what was in it: that may be personal. */
export function reportUnreadable(what: string): void {
  if (reported.has(what)) return;
  reported.add(what);
  console.error(`Cannot read ${what} of the server's answer. It is left out.`);
}

/** Entry by entry: what cannot be read costs itself and nothing else. */
export function readEach<Entry>(
  list: unknown,
  what: string,
  read: (value: unknown, index: number) => Entry | null,
): Entry[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) => {
    const entry = read(value, index);
    if (entry === null) reportUnreadable(`${what} ${index + 1}`);
    return entry === null ? [] : [entry];
  });
}
