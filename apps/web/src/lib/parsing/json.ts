import { isObject } from '@parley/contract';

/** A known value, or one that a newer server has added. */
export type OpenEnum<Known extends string> = Known | (string & {});

export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A date string that can be parsed. */
export function asInstant(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
}

const reported = new Set<string>();

/** Logged once per page and kind. Never with the content, which may be personal data. */
export function reportInvalid(what: string): void {
  if (reported.has(what)) return;
  reported.add(what);
  console.error(`Invalid ${what} in a response of the server was skipped.`);
}

/** Parses the items one by one: an invalid item is skipped. */
export function parseList<Item>(
  list: unknown,
  what: string,
  parse: (value: unknown, index: number) => Item | null,
): Item[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, index) => {
    const item = parse(value, index);
    if (item === null) reportInvalid(`${what} ${index + 1}`);
    return item === null ? [] : [item];
  });
}
