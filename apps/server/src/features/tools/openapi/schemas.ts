import { isObject } from '@parley/contract';
import type { Json } from './document.ts';

const copied = [
  'enum',
  'const',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;
const plainTypes = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);
const formats = new Set(['date', 'date-time', 'time', 'email', 'uuid', 'uri']);
const deepest = 6;
const longestDescription = 300;

/**
 * A schema of a document as models and our check of inputs understand it: references are put in place, examples and what
 * only the service sets are left out, and what leads back to itself may be anything.
 */
export function plainSchema(schema: unknown, resolve: (value: unknown) => unknown, depth = 0): Json {
  const found = resolve(schema);
  if (!isObject(found) || depth > deepest) return {};
  const merged = Array.isArray(found.allOf) ? mergedAll(found, resolve) : found;
  const result: Record<string, unknown> = {};
  const types = typesOf(merged);
  if (types.length > 0) result.type = types.length === 1 ? types[0] : types;
  if (typeof merged.description === 'string' && merged.description !== '')
    result.description = merged.description.trim().slice(0, longestDescription).toWellFormed();
  for (const key of copied) if (merged[key] !== undefined) result[key] = merged[key];
  if (typeof result.format === 'string' && !formats.has(result.format)) delete result.format;
  const choices = merged.oneOf ?? merged.anyOf;
  if (Array.isArray(choices)) result.anyOf = choices.map((each) => plainSchema(each, resolve, depth + 1));
  if (types.includes('array')) result.items = plainSchema(merged.items ?? {}, resolve, depth + 1);
  if (isObject(merged.properties)) {
    const kept = Object.entries(merged.properties)
      .filter(([, each]) => !isReadOnly(resolve(each)))
      .map(([name, each]) => [name, plainSchema(each, resolve, depth + 1)] as const);
    result.properties = Object.fromEntries(kept);
    const required = requiredOf(merged).filter((name) => kept.some(([each]) => each === name));
    if (required.length > 0) result.required = required;
  }
  return result;
}

/** 3.0 says `nullable`, 3.1 has a list of types. */
function typesOf({ type, nullable, properties }: Json): string[] {
  const listed = (Array.isArray(type) ? type : [type]).filter(
    (each): each is string => typeof each === 'string' && plainTypes.has(each),
  );
  const types = listed.length === 0 && isObject(properties) ? ['object'] : listed;
  return nullable === true && types.length > 0 && !types.includes('null') ? [...types, 'null'] : types;
}

function mergedAll(schema: Json, resolve: (value: unknown) => unknown, depth = 0): Json {
  const parts = (Array.isArray(schema.allOf) && depth < deepest ? schema.allOf : []).map((each) => {
    const found = resolve(each);
    if (!isObject(found)) return {};
    return Array.isArray(found.allOf) ? mergedAll(found, resolve, depth + 1) : found;
  });
  const all = [...parts, schema];
  const properties = Object.assign(
    {},
    ...all.map((part) => (isObject(part.properties) ? part.properties : {})),
  );
  const merged: Record<string, unknown> = Object.assign({}, ...all);
  delete merged.allOf;
  if (Object.keys(properties).length === 0) return merged;
  return { ...merged, type: 'object', properties, required: all.flatMap(requiredOf) };
}

export function requiredOf({ required }: Json): string[] {
  if (!Array.isArray(required)) return [];
  return [...new Set(required.filter((name): name is string => typeof name === 'string'))];
}

function isReadOnly(schema: unknown): boolean {
  return isObject(schema) && schema.readOnly === true;
}

/** What a document gives as an example; undefined where there is none. */
export function exampleOf(described: unknown, schema: unknown): unknown {
  if (isObject(described)) {
    if (described.example !== undefined) return described.example;
    const [first] = isObject(described.examples) ? Object.values(described.examples) : [];
    if (isObject(first) && first.value !== undefined) return first.value;
  }
  if (!isObject(schema)) return undefined;
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}
