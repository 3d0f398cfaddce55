import { isObject } from '@parley/contract';
import { isSameOrder } from './entry-order.ts';

/**
 * A config as a flat list of places, the unit in which people change and compare agents: a field, a whole list, or, of a list
 * whose entries have ids, each entry and the order. The key is the path in the config, such as `speech.voice`,
 * `knowledge.entries.k1` or `knowledge.entries:order`.
 */
export type Places = ReadonlyMap<string, unknown>;

type Fields = Readonly<Record<string, unknown>>;

/** Objects that are one value: a voice without its provider means nothing. */
const wholeValues = new Set(['voice']);
/** Lists whose entries have ids. */
const keyedLists = new Set(['entries', 'fields']);
const orderSuffix = ':order';

/** The place of the order of a list whose entries have ids: the ids one after the other. */
export const orderKey = (listPath: string) => `${listPath}${orderSuffix}`;

/** The path of the list whose order is at this place; null for any other place. */
export function orderedList(key: string): string | null {
  return key.endsWith(orderSuffix) ? key.slice(0, -orderSuffix.length) : null;
}

export function placesOf(config: object): Places {
  const places = new Map<string, unknown>();
  collect(places, '', config as Fields);
  return places;
}

function collect(places: Map<string, unknown>, prefix: string, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const key = `${prefix}${name}`;
    if (keyedLists.has(name)) collectEntries(places, key, value as readonly Keyed[]);
    else if (isObject(value) && !wholeValues.has(name)) collect(places, `${key}.`, value);
    else if (value !== undefined) places.set(key, value);
  }
}

function collectEntries(places: Map<string, unknown>, key: string, entries: readonly Keyed[]): void {
  for (const entry of entries) places.set(`${key}.${entry.id}`, entry);
  places.set(
    orderKey(key),
    entries.map(({ id }) => id),
  );
}

/** The config with another value at a place; undefined removes it. Whatever is not on the way there stays the same object. */
export function withPlace<Config extends object>(config: Config, key: string, value: unknown): Config {
  return set(config as Fields, key.split('.'), value) as Config;
}

function set(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length === 0) {
    const list = orderedList(name);
    return list === null
      ? setField(fields, name, value)
      : { ...fields, [list]: setOrder(fields[list] as Keyed[], value as readonly string[]) };
  }
  const inner = fields[name];
  if (Array.isArray(inner)) return { ...fields, [name]: setEntry(inner as Keyed[], rest.join('.'), value) };
  return { ...fields, [name]: set(isObject(inner) ? inner : {}, rest, value) };
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

/** Entries that the order does not name stay behind those that it does. */
function setOrder(entries: readonly Keyed[], order: readonly string[]): Keyed[] {
  const rank = ({ id }: Keyed) => (order.includes(id) ? order.indexOf(id) : order.length);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => sameValue(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameValue(one[name], other[name]));
}

/** Whether two configs say the same at a place. An order is another one only where both have the entries. */
export function isSameAt(key: string, before: Places, after: Places): boolean {
  const [one, other] = [before.get(key), after.get(key)];
  return orderedList(key) === null ? sameValue(one, other) : isSameOrder(idsIn(one), idsIn(other));
}

function idsIn(order: unknown): readonly string[] {
  return (order as readonly string[] | undefined) ?? [];
}

/** The keys at which two configs differ: first those of `after` in their order, then what it has no longer. */
export function changedPlaces(before: Places, after: Places): string[] {
  const changed = [...after.keys()].filter((key) => !isSameAt(key, before, after));
  return [
    ...changed,
    ...[...before.keys()].filter((key) => !after.has(key) && !isSameAt(key, before, after)),
  ];
}

interface Keyed {
  readonly id: string;
}
