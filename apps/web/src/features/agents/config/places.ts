/**
 * A config as a flat list of places, the unit in which people change and compare agents: a field, a whole list, or one entry
 * of a list whose entries have ids. The key is the path in the config, such as `speech.voice` or `knowledge.entries.k1`.
 */
export type Places = ReadonlyMap<string, unknown>;

type Fields = Readonly<Record<string, unknown>>;

/** Objects that are one value: a voice without its provider means nothing. */
const wholeValues = new Set(['voice']);
/** Lists whose entries have ids. */
const keyedLists = new Set(['entries']);

export function placesOf(config: object): Places {
  const places = new Map<string, unknown>();
  collect(places, '', config as Fields);
  return places;
}

function collect(places: Map<string, unknown>, prefix: string, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const key = `${prefix}${name}`;
    if (keyedLists.has(name)) for (const entry of value as Keyed[]) places.set(`${key}.${entry.id}`, entry);
    else if (isFields(value) && !wholeValues.has(name)) collect(places, `${key}.`, value);
    else if (value !== undefined) places.set(key, value);
  }
}

/** The config with another value at a place; undefined removes it. Whatever is not on the way there stays the same object. */
export function withPlace<Config extends object>(config: Config, key: string, value: unknown): Config {
  return set(config as Fields, key.split('.'), value) as Config;
}

function set(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length === 0) return setField(fields, name, value);
  const inner = fields[name];
  if (Array.isArray(inner)) return { ...fields, [name]: setEntry(inner as Keyed[], rest.join('.'), value) };
  return { ...fields, [name]: set(isFields(inner) ? inner : {}, rest, value) };
}

function setField(fields: Fields, name: string, value: unknown): Fields {
  if (value !== undefined) return { ...fields, [name]: value };
  return Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
}

function setEntry(entries: readonly Keyed[], id: string, value: unknown): Keyed[] {
  if (value === undefined) return entries.filter((entry) => entry.id !== id);
  const entry = value as Keyed;
  return entries.some((each) => each.id === id)
    ? entries.map((each) => (each.id === id ? entry : each))
    : [...entries, entry];
}

export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => sameValue(item, other[index]));
  if (!isFields(one) || !isFields(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameValue(one[name], other[name]));
}

/** The keys at which two configs differ: first those of `after` in their order, then what it has no longer. */
export function changedPlaces(before: Places, after: Places): string[] {
  const changed = [...after.keys()].filter((key) => !sameValue(before.get(key), after.get(key)));
  return [...changed, ...[...before.keys()].filter((key) => !after.has(key))];
}

interface Keyed {
  readonly id: string;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
