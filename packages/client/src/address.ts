/** One part of a path. Dots would name another folder, whatever is done to them. */
export function segment(value: string | number): string {
  const text = String(value);
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${JSON.stringify(text)} is no id.`);
  return encodeURIComponent(text);
}

export type Query = Readonly<Record<string, unknown>>;

/** Lists are written with commas; what is undefined or null is left out. */
export function queryText(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, valueText(value)]))}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Without the slash at its end; a path in it stays. */
export function checkedBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new TypeError('baseUrl is the address of the desk, such as https://desk.example.com.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
