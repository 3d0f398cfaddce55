import { asNumber, asObject, asString, type JsonObject } from '../../lib/parsing/json.ts';

/** A row of the table that says what a body has. */
export interface SchemaRow {
  /** With the names around it: `transcript[].speaker`. */
  name: string;
  type: string;
  required: boolean;
  /** Limits, choices and defaults. */
  notes: string;
}

/** Deeper parts are left to the example. */
const deepest = 4;

/** The fields of a JSON schema, one row each, in their order. */
export function schemaRows(schema: unknown, prefix = '', depth = 0): SchemaRow[] {
  const shape = withoutNull(schema).shape;
  if (shape === null) return [];
  const alternatives = listOf(shape.anyOf ?? shape.oneOf);
  if (alternatives.length > 0) return unique(alternatives.flatMap((each) => schemaRows(each, prefix, depth)));
  if (shape.type === 'array') return schemaRows(shape.items, `${prefix}[]`, depth);
  const required = new Set(listOf(shape.required));
  const rows = Object.entries(asObject(shape.properties) ?? {}).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const row = { name, type: typeOf(value), required: required.has(key), notes: notesOf(value) };
    return [row, ...(depth < deepest ? schemaRows(value, name, depth + 1) : [])];
  });
  const others = asObject(shape.additionalProperties);
  if (rows.length > 0 || others === null || Object.keys(others).length === 0) return rows;
  const name = prefix === '' ? '{name}' : `${prefix}.{name}`;
  return [
    { name, type: typeOf(others), required: false, notes: notesOf(others) },
    ...(depth < deepest ? schemaRows(others, name, depth + 1) : []),
  ];
}

export function typeOf(schema: unknown): string {
  const { shape, nullable } = withoutNull(schema);
  if (shape === null) return 'any';
  const word = wordOf(shape);
  return nullable && word !== 'any' ? `${word} or null` : word;
}

function wordOf(shape: JsonObject): string {
  const alternatives = listOf(shape.anyOf ?? shape.oneOf);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.type === 'array') return `list of ${typeOf(shape.items)}`;
  const format = asString(shape.format);
  if (shape.type === 'string' && format !== null) return formats[format] ?? format;
  if (Array.isArray(shape.type)) return shape.type.join(' or ');
  return asString(shape.type) ?? 'any';
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time (ISO 8601)',
  date: 'day (ISO 8601)',
  email: 'email address',
  uri: 'address',
};

/** Schemas say "or null" as an alternative; a row says it with the type. */
function withoutNull(schema: unknown): { shape: JsonObject | null; nullable: boolean } {
  const shape = asObject(schema);
  const alternatives = listOf(shape?.anyOf);
  const others = alternatives.filter((each) => asObject(each)?.type !== 'null');
  if (shape === null || others.length === alternatives.length) return { shape, nullable: false };
  const { anyOf: _, ...rest } = shape;
  const only = others.length === 1 ? asObject(others[0]) : null;
  return { shape: only === null ? { ...rest, anyOf: others } : { ...only, ...rest }, nullable: true };
}

/** Beyond these the bounds are those of the type, not of the product. */
const largest = Number.MAX_SAFE_INTEGER;

export function notesOf(schema: unknown): string {
  const { shape } = withoutNull(schema);
  if (shape === null) return '';
  const of = shape.type === 'array' ? { ...asObject(shape.items), maxItems: shape.maxItems } : shape;
  const number = (name: string) => asNumber((of as JsonObject)[name]);
  const bound = (name: string, words: (value: number) => string) => {
    const value = number(name);
    return value === null || Math.abs(value) >= largest ? [] : [words(value)];
  };
  const choices = listOf((of as JsonObject).enum);
  return [
    ...(choices.length > 0 ? [`one of ${choices.join(', ')}`] : []),
    ...bound('minimum', (value) => `at least ${value}`),
    ...bound('maximum', (value) => `at most ${value}`),
    ...bound('minLength', (value) => (value === 1 ? 'not empty' : `at least ${value} characters`)),
    ...bound('maxLength', (value) => `at most ${value} characters`),
    ...bound('maxItems', (value) => `at most ${value} items`),
    ...(shape.default === undefined ? [] : [`${JSON.stringify(shape.default)} where it is left out`]),
  ].join('; ');
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Alternatives may share fields. */
function unique(rows: readonly SchemaRow[]): SchemaRow[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  return [...byName.values()];
}
